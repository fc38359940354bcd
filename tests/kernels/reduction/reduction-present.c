// The tasks of a group take part in a reduction: each adds to a private copy, and the group adds the copies up.
//@ twin: reduction-missing.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : sum)
            sum += i;
        }
    }
    printf("sum = %d\n", sum);
    return 0;
}
