// The first to come claims the seat with an atomic compare; one thread looks at it without.
//@ twin: atomics-compare.c
//@ options: team=4
//@ flags: -fopenmp-version=51
#include <omp.h>
#include <stdio.h>

int owner = -1;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        int mine = omp_get_thread_num(), none = -1;
        if (mine == 0) {
            if (owner < -1) //~ race r1 read
                puts("wrong");
        } else {
#pragma omp atomic compare
            if (owner == none) { owner = mine; } //~ race r1 write
        }
    }
    printf("%d\n", owner > 0);
    return 0;
}
