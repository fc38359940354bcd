// Tasks work in one buffer, whichever thread runs them.
//@ twin: slot-scratch.c
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100 };
volatile int size = N;
double *scratch, results[6];

int main(void) {
    scratch = malloc(64 * N * sizeof(double));
#pragma omp parallel
#pragma omp single
    for (int task = 0; task < 6; task++) {
#pragma omp task
        {
            int n = size;
            double *buffer = scratch;
            memset(buffer, 0, n * sizeof(double)); //~ race r1 write, race r1 write
            results[task] = n;
        }
    }
    printf("%f\n", results[5]);
    return 0;
}
