// Each task writes its thread's variable before it reads it, with no scheduling point between.
//@ twin: threadprivate-scratch-static.c
#include <stdio.h>

int scratch, out[4];
#pragma omp threadprivate(scratch)

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        {
            scratch = i;
            out[i] = scratch;
        }
    }
    printf("%d\n", out[3]);
    return 0;
}
