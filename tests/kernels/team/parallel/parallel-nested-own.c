// Every thread of every inner team has a place of its own.
//@ twin: parallel-nested-shared.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count[2][2];

int main(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
    count[omp_get_ancestor_thread_num(1)][omp_get_thread_num()] += 1;
    printf("%d\n", count[1][1]);
    return 0;
}
