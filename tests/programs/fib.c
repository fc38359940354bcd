// fib N: Fibonacci numbers by recursive tasks, one task per call; counts the tasks.
#include <stdio.h>
#include <stdlib.h>

static long fib(int n, long *tasks) {
    long x = 0, y = 0, below_x = 0, below_y = 0;
    if (n < 2)
        return n;
#pragma omp task shared(x, below_x)
    x = fib(n - 1, &below_x);
#pragma omp task shared(y, below_y)
    y = fib(n - 2, &below_y);
#pragma omp taskwait
    *tasks = below_x + below_y + 2;
    return x + y;
}

int main(int argc, char **argv) {
    long tasks = 0, result = 0;
    int n = argc > 1 ? atoi(argv[1]) : 10;
#pragma omp parallel
#pragma omp single
    result = fib(n, &tasks);
    printf("fib(%d) = %ld with %ld tasks\n", n, result, tasks);
    return 0;
}
