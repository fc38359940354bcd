// A structure is passed by value to a function with a variable number of arguments. Another task writes another structure.
//@ twin: copy-variadic-hit.c
#include <stdarg.h>
#include <stdio.h>

struct large { long values[4]; };
struct large g, other;
long sum;

static __attribute__((noinline)) long add(int count, ...) {
    va_list list;
    long result = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        struct large s = va_arg(list, struct large);
        result += s.values[0] + s.values[3];
    }
    va_end(list);
    return result;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        sum = add(2, other, other);
#pragma omp task
        g.values[3] = 1;
    }
    printf("%ld\n", sum);
    return 0;
}
