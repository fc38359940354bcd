// Tasks work in buffers that belong to the thread that runs them: a part of one array, a row, a buffer that a
// thread-local pointer leads to. Loops, fills and copies go through them, also in a function that is called.
//@ twin: slot-scratch-shared.c
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100 };
volatile int size = N;
double *scratch, *rows[64], results[6];
_Thread_local double *own;

static double sum(const double *numbers, int n) {
    double total = 0;
    for (int i = 0; i < n; i++)
        total += numbers[i];
    return total;
}

int main(void) {
    scratch = malloc(64 * N * sizeof(double));
    for (int i = 0; i < 64; i++)
        rows[i] = malloc(N * sizeof(double));
#pragma omp parallel
    {
        own = malloc(N * sizeof(double));
#pragma omp barrier
#pragma omp single
        for (int task = 0; task < 6; task++) {
#pragma omp task
            {
                int n = size;
                double *buffer = scratch + omp_get_thread_num() * N;
                memset(buffer, 0, n * sizeof(double));
                for (int i = 0; i < n; i++)
                    buffer[i] += i * task;
                memcpy(rows[omp_get_thread_num()], buffer, n * sizeof(double));
                for (int i = 0; i < n; i += 3)
                    rows[omp_get_thread_num()][i] -= 1;
                for (int i = 0; i < n; i++)
                    own[i] = buffer[n - 1 - i];
                results[task] = sum(buffer, n) + sum(own, n) + rows[omp_get_thread_num()][task];
            }
        }
    }
    printf("%f\n", results[5]);
    return 0;
}
