// A function reads what it is given a pointer to under a condition that holds. Another task writes it.
//@ twin: speculation-callee-miss.c
#include <stdio.h>

volatile int flag = 1;
int x, sum;

static __attribute__((noinline)) int look(const int *p, int condition) {
    if (condition)
        return *p; //~ race r1 read
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
        x = 1; //~ race r1 write
    }
    printf("%d\n", sum);
    return 0;
}
