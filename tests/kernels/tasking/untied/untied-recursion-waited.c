// Untied tasks create untied tasks, whose results they wait for.
//@ twin: untied-recursion.c
//@ options: team=4
#include <stdio.h>

static long fib(int n) {
    long x, y;
    if (n < 2)
        return n;
#pragma omp task untied shared(x) firstprivate(n)
    x = fib(n - 1);
#pragma omp task untied shared(y) firstprivate(n)
    y = fib(n - 2);
#pragma omp taskwait
    return x + y;
}

int main(void) {
    long result = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task untied shared(result)
    result = fib(9);
    printf("%ld\n", result);
    return 0;
}
