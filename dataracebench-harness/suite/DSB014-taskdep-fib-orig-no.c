/*
Fibonacci numbers: the adding task names both halves as inputs and is ordered behind the tasks that
compute them.
*/

#include <stdio.h>

static long fib(int n) {
    if (n < 2)
        return n;
    long low, high, sum;
#pragma omp task shared(low) depend(out : low)
    low = fib(n - 2);
#pragma omp task shared(high) depend(out : high)
    high = fib(n - 1);
#pragma omp task shared(low, high, sum) depend(in : low, high)
    sum = low + high;
#pragma omp taskwait
    return sum;
}

int main(void) {
    long result = 0;
#pragma omp parallel
#pragma omp single
    result = fib(11);
    printf("fib(11) = %ld\n", result);
    return result != 89;
}
