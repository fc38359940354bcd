// The barrier is inside of the body, where the variable still lives.
//@ twin: scope-region-body.c
#include <stdio.h>

int out;

int main(void) {
#pragma omp parallel
    {
        int local = 1;
#pragma omp master
        {
#pragma omp task shared(local)
            out = local;
        }
#pragma omp barrier
    }
    printf("%d\n", out);
    return 0;
}
