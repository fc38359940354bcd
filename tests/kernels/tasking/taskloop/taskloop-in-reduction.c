// The tasks of the loop take part in the reduction of the group around it, as the task beside it does.
//@ twin: taskloop-in-reduction-missing.c
#include <stdio.h>

static __attribute__((noinline)) void add(int *to, int value) {
    *to += value;
}

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp task in_reduction(+ : sum)
        sum += 1;
#pragma omp taskloop grainsize(2) in_reduction(+ : sum)
        for (int i = 0; i < 8; i++)
            add(&sum, i);
    }
    printf("%d\n", sum);
    return 0;
}
