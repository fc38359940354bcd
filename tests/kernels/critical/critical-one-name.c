// Critical constructs of one name exclude each other, also when another one is inside.
//@ twin: critical-two-names.c
//@ guarantee: this lock order only
#include <stdio.h>

int total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp critical(apples)
            total += 1;
        }
#pragma omp task
        {
#pragma omp critical(apples)
            {
#pragma omp critical(pears)
                total += 2;
            }
        }
    }
    printf("total = %d\n", total);
    return 0;
}
