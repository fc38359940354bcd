// Two groups reduce the same variable, one after the other.
//@ twin: reduction-two-groups.c
#include <stdio.h>

int sum;

static void add(void) {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 3; i++) {
#pragma omp task in_reduction(+ : sum)
        sum += i;
    }
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(inout : sum)
        add();
#pragma omp task depend(inout : sum)
        add();
    }
    printf("sum = %d\n", sum);
    return 0;
}
