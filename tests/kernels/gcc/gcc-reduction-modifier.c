// The tasks of a loop take part in its reduction, as its threads do.
//@ twin: gcc-reduction-modifier-missing.c
//@ compiler: gcc
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(task, + : sum)
        for (int i = 0; i < 1; i++) {
#pragma omp task in_reduction(+ : sum)
            sum = 2;
            sum = sum + 1;
        }
    }
    printf("sum > 0: %d\n", sum > 0);
    return 0;
}
