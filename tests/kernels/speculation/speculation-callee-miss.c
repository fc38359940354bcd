// A function reads what it is given a pointer to under a condition that does not hold. Another task writes it.
//@ twin: speculation-callee-hit.c
#include <stdio.h>

volatile int flag = 0;
int x, sum;

static __attribute__((noinline)) int look(const int *p, int condition) {
    if (condition)
        return *p;
    return 7;
}

int main(void) {
    int condition = flag;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        sum = look(&x, condition);
#pragma omp task
        x = 1;
    }
    printf("%d\n", sum);
    return 0;
}
