// Functions of the C library sort an array and store results by pointers, beside which another task writes.
//@ twin: libc-results-hit.c
//@ flags: -lm
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int numbers[64];
unsigned seed[2];
int exponent[2];
double whole[2], sine[2], cosine[2];
struct timespec now[2];
time_t seconds[2];
volatile double result;
volatile double half = 0.5;

static int order(const void *one, const void *other) {
    return one < other ? -1 : 1;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            qsort(numbers, 32, sizeof *numbers, order);
            result = rand_r(&seed[0]);
            result = frexp(half, &exponent[0]);
            result = modf(half, &whole[0]);
            sincos(half, &sine[0], &cosine[0]);
            clock_gettime(CLOCK_REALTIME, &now[0]);
            time(&seconds[0]);
        }
#pragma omp task
        {
            numbers[32] = 1;
            seed[1] = 1;
            exponent[1] = 1;
            whole[1] = 1;
            cosine[1] = 1;
            now[1].tv_nsec = 1;
            seconds[1] = 1;
        }
    }
    printf("%d\n", numbers[0]);
    return 0;
}
