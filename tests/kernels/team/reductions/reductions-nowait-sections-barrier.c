// Thread 0 writes the variable of a reduction over sections when all have combined.
//@ twin: reductions-nowait-sections.c
//@ options: team=4
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
    {
#pragma omp sections reduction(+ : sum) nowait
        {
#pragma omp section
            sum += 1;
#pragma omp section
            sum += 2;
        }
#pragma omp barrier
#pragma omp master
        sum = 7;
    }
    printf("%d\n", sum);
    return sum != 7;
}
