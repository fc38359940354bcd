// Fibonacci numbers by recursive tasks, one per call. The outermost call adds up before it waits.
//@ twin: compaction-fib.c
//@ args: 23
//@ recorded-args: 7
#include <stdio.h>
#include <stdlib.h>


static long fib(int n, int outermost) {
    long x, y, sum;
    if (n < 2)
        return n;
#pragma omp task shared(x)
    x = fib(n - 1, 0); //~ race r1 write
#pragma omp task shared(y)
    y = fib(n - 2, 0); //~ race r2 write
    if (!outermost) {
#pragma omp taskwait
    }
    sum = x + y; //~ race r1 read, race r2 read
    if (outermost) {
#pragma omp taskwait
    }
    return sum;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 5;
    long result = 0;
#pragma omp parallel
#pragma omp single
    result = fib(n, 1);
    printf("fib(%d) = %ld\n", n, result);
    return 0;
}
