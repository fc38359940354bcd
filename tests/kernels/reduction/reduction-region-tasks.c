// Tasks take part in the reduction of a parallel region, and so does the region itself, before and after a barrier.
//@ twin: reduction-region-no-clause.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel reduction(task, + : sum)
    {
        sum += 1;
#pragma omp single
        for (int i = 0; i < 5; i++) {
#pragma omp task in_reduction(+ : sum)
            sum += i;
        }
        sum += 1;
    }
    printf("%d\n", sum > 0);
    return 0;
}
