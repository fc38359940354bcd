// Fibonacci numbers by recursive tasks: each call waits for its two tasks before it adds up their results. Frames of
// finished calls lie where later calls have theirs.
//@ twin: recursion-sum-too-early.c
#include <stdio.h>

static int fib(int n) {
    int x = 0, y = 0;
    if (n < 2)
        return n;
#pragma omp task shared(x)
    x = fib(n - 1);
#pragma omp task shared(y)
    y = fib(n - 2);
#pragma omp taskwait
    return x + y;
}

int main(void) {
    int result = 0;
#pragma omp parallel
#pragma omp single
    result = fib(12);
    printf("fib(12) = %d\n", result);
    return 0;
}
