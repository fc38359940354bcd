// The update is atomic, but what is added is another shared variable, which is not.
//@ twin: atomics-right-side-own.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count, step = 1;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp atomic
            count += step; //~ race r1 read
        } else {
            step = 2; //~ race r1 write
        }
    }
    printf("%d\n", count);
    return 0;
}
