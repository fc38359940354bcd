// Two sections add to copies of the sum.
//@ twin: reductions-sections-missing.c
//@ options: team=4
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel sections reduction(+ : sum)
    {
#pragma omp section
        sum += 1;
#pragma omp section
        sum += 2;
    }
    printf("%d\n", sum);
    return sum != 3;
}
