// One thread creates the tasks of a taskloop without a group; without a barrier all threads share out a loop over the
// same array.
//@ twin: mixed-taskloop-then-for.c
//@ options: team=4
#include <stdio.h>

int cell[32], copy[32];

int main(void) {
#pragma omp parallel
    {
#pragma omp single nowait
        {
#pragma omp taskloop nogroup
            for (int i = 0; i < 32; i++)
                cell[i] = i; //~ race r1 write
        }
#pragma omp for schedule(static)
        for (int i = 0; i < 32; i++)
            copy[i] = cell[31 - i]; //~ race r1 read
    }
    printf("%d\n", copy[0]);
    return 0;
}
