// The program ends while OpenMP is paused. Before, two threads write a variable.
//@ twin: parallel-before-pause-own.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int counter;

int main(void) {
#pragma omp parallel num_threads(2)
    counter = omp_get_thread_num(); //~ race r1 write, race r1 write
    if (omp_pause_resource_all(omp_pause_soft) != 0)
        return 1;
    printf("%d\n", counter != 5);
    return 0;
}
