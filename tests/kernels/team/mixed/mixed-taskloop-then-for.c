// The barrier at the end of the single region waits for the tasks of the taskloop.
//@ twin: mixed-taskloop-and-for.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int cell[32], copy[32];

int main(void) {
#pragma omp parallel
    {
#pragma omp single
        {
#pragma omp taskloop nogroup
            for (int i = 0; i < 32; i++)
                cell[i] = i;
        }
#pragma omp for schedule(static)
        for (int i = 0; i < 32; i++)
            copy[i] = cell[31 - i];
    }
    printf("%d\n", copy[0]);
    return copy[0] != 31;
}
