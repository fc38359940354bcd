// Each task has a variable of its own, not initialised.
//@ twin: capture-private-not.c
#include <stdio.h>

int out[2];

int main(void) {
    int work = 0;
#pragma omp parallel shared(work)
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task private(work)
        {
            work = i;
            out[i] = work;
        }
    }
    printf("%d %d\n", out[1], work);
    return 0;
}
