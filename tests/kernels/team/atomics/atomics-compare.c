// The first to come claims the seat with an atomic compare.
//@ twin: atomics-compare-plain.c
//@ options: team=4
//@ guarantee: this lock order only
//@ flags: -fopenmp-version=51
#include <omp.h>
#include <stdio.h>

int owner = -1;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        int mine = omp_get_thread_num(), none = -1;
#pragma omp atomic compare
        if (owner == none) { owner = mine; }
    }
    printf("%d\n", owner >= 0);
    return owner < 0;
}
