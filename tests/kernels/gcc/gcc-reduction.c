// The tasks of a group take part in a reduction: gcc makes a copy for each thread, and adds them up at the end of the group.
//@ twin: gcc-reduction-missing.c
//@ compiler: gcc
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
            sum = sum + i;
        }
    }
    printf("sum > 0: %d\n", sum > 0);
    return 0;
}
