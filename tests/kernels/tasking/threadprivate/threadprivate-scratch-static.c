// The scratch variable is not private to the thread.
//@ twin: threadprivate-scratch.c
#include <stdio.h>

int scratch, out[4];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        {
            scratch = i; //~ race r1 write, race r1 write
            out[i] = i;
        }
    }
    printf("%d\n", out[3]);
    return 0;
}
