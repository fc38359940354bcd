// OpenMP's resources are given back after the last region, and the program ends. Each thread of the region has its
// own element.
//@ twin: parallel-then-pause-shared.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int cell[4];

int main(void) {
#pragma omp parallel num_threads(4)
    cell[omp_get_thread_num()] = 1;
    if (omp_pause_resource_all(omp_pause_hard) != 0)
        return 1;
    printf("%d\n", cell[0]);
    return 0;
}
