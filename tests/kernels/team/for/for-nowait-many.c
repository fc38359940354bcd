// Ten loops without barriers: more than the runtime keeps open at once. The last reads what others write in the first.
//@ twin: for-nowait-many-barrier.c
//@ options: team=4
#include <stdio.h>

int from[64], to[64], other[10][64];

int main(void) {
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 64; i++)
            from[i] = i; //~ race r1 write
        for (int loop = 0; loop < 10; loop++) {
#pragma omp for schedule(dynamic) nowait
            for (int i = 0; i < 64; i++)
                other[loop][i] = i;
        }
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 64; i++)
            to[i] = from[63 - i]; //~ race r1 read
    }
    printf("%d %d\n", to[0], other[9][1]);
    return 0;
}
