// The threads of both inner teams, and of one inner team among themselves, count in one variable.
//@ twin: parallel-nested-own.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
    count += 1; //~ race r1 write, race r1 write
    printf("%d\n", count);
    return 0;
}
