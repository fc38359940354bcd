// As in the twin, but the children use what their creators have captured, which end before them.
//@ twin: scope-captured-reused.cpp
//@ options: team=4
//@ says: Use after scope: task
#include <cstdio>

int out[8][64];

int main() {
#pragma omp parallel
#pragma omp single
    for (int row = 0; row < 8; row++) {
        for (int i = 0; i < 16; i++) {
#pragma omp task firstprivate(row, i) //~ race r1 return
            {
                int *target = &out[row][i];
#pragma omp task shared(i) firstprivate(target)
                *target = i; //~ race r1 read
            }
        }
#pragma omp taskloop firstprivate(row) grainsize(1)
        for (int i = 16; i < 32; i++)
            out[row][i] = i;
    }
    std::printf("%d\n", out[7][31]);
    return 0;
}
