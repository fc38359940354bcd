// A task that takes part in a reduction has tasks add to its own copy: some one after the other, others by a reduction.
//@ twin: reduction-nested-children.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        for (int i = 0; i < 4; i++) {
#pragma omp task in_reduction(+ : sum)
            {
#pragma omp task shared(sum)
                sum += 10;
#pragma omp taskwait
                sum += 1;
#pragma omp taskgroup task_reduction(+ : sum)
                for (int k = 0; k < 2; k++) {
#pragma omp task in_reduction(+ : sum)
                    sum += 100;
                }
                sum += 1;
            }
        }
    }
    printf("sum = %d\n", sum);
    return 0;
}
