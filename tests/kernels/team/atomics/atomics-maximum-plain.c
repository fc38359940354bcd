// The greatest value is kept with an atomic compare; one thread looks at it without.
//@ twin: atomics-maximum.c
//@ options: team=4
//@ known-false-negative: clang's instrumentation leaves out atomic maxima
//@ flags: -fopenmp-version=51
#include <omp.h>
#include <stdio.h>

int most;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        int mine = omp_get_thread_num();
        if (mine == 0) {
            if (most < 0) //~ race r1 read
                puts("wrong");
        } else {
#pragma omp atomic compare
            if (most < mine) { most = mine; } //~ race r1 write
        }
    }
    printf("%d\n", most);
    return 0;
}
