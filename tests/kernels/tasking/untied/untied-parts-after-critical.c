// Parts of untied tasks run on several threads, because a critical region lets others have a turn. Each task writes
// an element of its own, and a taskwait ends each round.
//@ twin: untied-parts-after-critical-shared.c
//@ options: team=4
//@ guarantee: this lock order only
#include <stdio.h>

int cell[4], count;

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp task untied
    for (int round = 0; round < 500; round++) {
        for (int i = 0; i < 4; i++) {
#pragma omp task untied firstprivate(i)
            {
#pragma omp task
                {}
#pragma omp critical
                count++;
#pragma omp taskwait
                cell[i]++;
            }
        }
#pragma omp taskwait
    }
    printf("%d %d\n", count, cell[0]);
    return count != 2000 || cell[0] != 500;
}
