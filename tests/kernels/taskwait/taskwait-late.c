// One wait after both tasks covers both.
//@ twin: taskwait-too-early.c
#include <stdio.h>

int a, b, total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        a = 1;
#pragma omp task
        b = 2;
#pragma omp taskwait
        total = a;
        total += b;
    }
    printf("total = %d\n", total);
    return 0;
}
