// Fibonacci numbers by recursive tasks; the results are added up before the tasks that compute them are waited for.
//@ twin: recursion-taskwait.c
#include <stdio.h>

static int fib(int n) {
    int x = 0, y = 0;
    if (n < 2)
        return n;
#pragma omp task shared(x)
    x = fib(n - 1); //~ race x write
#pragma omp task shared(y)
    y = fib(n - 2); //~ race y write
    int sum = x + y; //~ race x read, race y read
#pragma omp taskwait
    return sum;
}

int main(void) {
    int result = 0;
#pragma omp parallel
#pragma omp single
    result = fib(7);
    printf("fib(7) = %d\n", result);
    return 0;
}
