// Functions of the C library sort an array and store results by pointers, where another task writes.
//@ twin: libc-results-miss.c
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
            qsort(numbers, 32, sizeof *numbers, order);  //~ race sort write
            result = rand_r(&seed[0]);                   //~ race random write
            result = frexp(half, &exponent[0]);          //~ race exponent write
            result = modf(half, &whole[0]);              //~ race whole write
            sincos(half, &sine[0], &cosine[0]);          //~ race cosine write
            clock_gettime(CLOCK_REALTIME, &now[0]);      //~ race now write
            time(&seconds[0]);                           //~ race seconds write
        }
#pragma omp task
        {
            numbers[31] = 1; //~ race sort write
            seed[0] = 1;    //~ race random write
            exponent[0] = 1; //~ race exponent write
            whole[0] = 1;   //~ race whole write
            cosine[0] = 1;  //~ race cosine write
            now[0].tv_nsec = 1; //~ race now write
            seconds[0] = 1; //~ race seconds write
        }
    }
    printf("%d\n", numbers[0]);
    return 0;
}
