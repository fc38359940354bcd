// OpenMP's resources are given back between two regions. Two tasks of the second region write one variable.
//@ twin: region-after-pause-waited.c
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
        x = 2; //~ race r1 write
#pragma omp task
        x = 3; //~ race r1 write
    }
    printf("%d\n", x);
    return 0;
}
