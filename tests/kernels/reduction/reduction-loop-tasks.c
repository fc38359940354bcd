// Tasks take part in the reduction of a worksharing loop.
//@ twin: reduction-loop-no-clause.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp for reduction(task, + : sum)
    for (int i = 0; i < 10; i++) {
        sum += i;
#pragma omp task in_reduction(+ : sum)
        sum += i;
    }
    printf("sum = %d\n", sum);
    return 0;
}
