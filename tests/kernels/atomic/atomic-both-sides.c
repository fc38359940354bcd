// Both tasks add atomically: the sum is the same in every order.
//@ twin: atomic-one-side.c
//@ guarantee: this lock order only
#include <stdio.h>

int hits;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp atomic
            hits += 1;
        }
#pragma omp task
        {
#pragma omp atomic
            hits += 10;
        }
    }
    printf("hits = %d\n", hits);
    return 0;
}
