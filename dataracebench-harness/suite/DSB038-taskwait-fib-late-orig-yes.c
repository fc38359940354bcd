/*
Fibonacci numbers by tasks: the sum is formed before the taskwait and so may be formed of halves
that are not there yet.
Data race pair: a@15:5:W vs. a@18:16:R
Data race pair: b@17:5:W vs. b@18:20:R
*/

#include <stdio.h>

static long fib(int n) {
    if (n < 2)
        return n;
    long a = 0, b = 0;
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b)
    b = fib(n - 2);
    long sum = a + b;
#pragma omp taskwait
    return sum;
}

int main(void) {
    long result = 0;
#pragma omp parallel
#pragma omp single
    result = fib(9);
    printf("fib(9) = %ld\n", result);
    return 0;
}
