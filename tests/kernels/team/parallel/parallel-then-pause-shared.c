// OpenMP's resources are given back after the last region, and the program ends. The threads of the region share an
// element.
//@ twin: parallel-then-pause.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int cell[4];

int main(void) {
#pragma omp parallel num_threads(4)
    cell[0] = 1; //~ race r1 write, race r1 write
    if (omp_pause_resource_all(omp_pause_hard) != 0)
        return 1;
    printf("%d\n", cell[0]);
    return 0;
}
