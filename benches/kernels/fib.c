// Fibonacci numbers by their definition, two tasks per call above a cut-off: a deep tree of tasks that do almost nothing.
//
// Stands for the spawn-overhead kernel that every task-parallel suite has. Below the cut-off the calls are plain ones, about a
// microsecond in all, and still return their values through memory, as code that was turned into tasks by hand does. They are a
// function of their own, because clang would have each of them ask libomp for its thread number. The loop over the definition
// checks it.
#include "kernel.h"

enum { CUTOFF = 12 };

static void fib_serial(int n, long *result) {
    if (n < 2) {
        *result = n;
        return;
    }
    long left, right;
    fib_serial(n - 1, &left);
    fib_serial(n - 2, &right);
    *result = left + right;
}

static void fib(int n, long *result) {
    if (n <= CUTOFF) {
        fib_serial(n, result);
        return;
    }
    long left, right;
#pragma omp task shared(left)
    fib(n - 1, &left);
#pragma omp task shared(right)
    fib(n - 2, &right);
#pragma omp taskwait
    *result = left + right;
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("fib", argc, argv);
    const int n = kernel_pick(k, 32, 38, 42);
    long result = 0;

#pragma omp parallel
#pragma omp single
    fib(n, &result);

    long expected = 0, next = 1;
    for (int i = 0; i < n; i++) {
        const long sum = expected + next;
        expected = next;
        next = sum;
    }
    kernel_expect(k, result, expected);
    return kernel_ok(k, result);
}
