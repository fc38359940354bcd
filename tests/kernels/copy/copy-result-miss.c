// A structure is returned by value, into memory of the caller's choice. Another task reads another structure.
//@ twin: copy-result-hit.c
#include <stdio.h>

struct large { long values[4]; };
struct large g, other;
long last;

static __attribute__((noinline)) struct large make(long x) { return (struct large){{x, x, x, x}}; }

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        g = make(3);
#pragma omp task
        last = other.values[3];
    }
    printf("%ld\n", last + g.values[3]);
    return 0;
}
