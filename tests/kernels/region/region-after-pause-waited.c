// OpenMP's resources are given back between two regions. The tasks of the second region write one after the other.
//@ twin: region-after-pause.c
#include <omp.h>
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    x = 1;
    if (omp_pause_resource_all(omp_pause_hard) != 0)
        return 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 2;
#pragma omp taskwait
#pragma omp task
        x = 3;
    }
    printf("%d\n", x);
    return 0;
}
