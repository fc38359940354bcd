// Untied tasks create untied tasks, and all count their leaves in one variable.
//@ twin: untied-recursion-waited.c
//@ options: team=4
#include <stdio.h>

long leaves;

static void fib(int n) {
    if (n < 2) {
        leaves++; //~ race r1 write, race r1 write
        return;
    }
#pragma omp task untied firstprivate(n)
    fib(n - 1);
#pragma omp task untied firstprivate(n)
    fib(n - 2);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp task untied
    fib(6);
    printf("%ld\n", leaves);
    return 0;
}
