// Two groups reduce the same variable at the same time: each adds its copies to it, and nothing keeps the groups apart.
//@ twin: reduction-two-groups-ordered.c
#include <stdio.h>

int sum;

static void add(void) {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 3; i++) {
#pragma omp task in_reduction(+ : sum)
        sum += i; //~ race r1 write, race r1 write
    }
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        add();
#pragma omp task
        add();
    }
    printf("sum = %d\n", sum);
    return 0;
}
