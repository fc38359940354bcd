// Critical constructs with different names do not exclude each other.
//@ twin: critical-one-name.c
#include <stdio.h>

int total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp critical(apples)
            total += 1; //~ race r1 write
        }
#pragma omp task
        {
#pragma omp critical(pears)
            total += 2; //~ race r1 write
        }
    }
    printf("total = %d\n", total);
    return 0;
}
