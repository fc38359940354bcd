/*
Fibonacci numbers by tasks: the parent waits for both children before it adds what they found.
*/

#include <stdio.h>

static long fib(int n) {
    if (n < 2)
        return n;
    long a, b;
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}

int main(void) {
    long result = 0;
#pragma omp parallel
#pragma omp single
    result = fib(15);
    printf("fib(15) = %ld\n", result);
    return result != 610;
}
