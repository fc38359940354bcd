// OpenMP's resources are given back between two regions. The threads of the second region share a counter.
//@ twin: parallel-after-pause-own.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int counter;

int main(void) {
#pragma omp parallel
    {
#pragma omp single
        counter = 1;
    }
    if (omp_pause_resource(omp_pause_hard, omp_get_initial_device()) != 0)
        return 1;
#pragma omp parallel
    counter = 2; //~ race r1 write, race r1 write
    printf("%d\n", counter);
    return 0;
}
