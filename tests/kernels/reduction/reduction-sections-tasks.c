// Tasks take part in the reduction of a sections construct.
//@ twin: reduction-sections-no-clause.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp sections reduction(task, + : sum)
    {
#pragma omp section
        for (int i = 0; i < 5; i++) {
#pragma omp task in_reduction(+ : sum)
            sum += i;
        }
    }
    printf("%d\n", sum > 0);
    return 0;
}
