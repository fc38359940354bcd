// A structure is returned by value, into memory of the caller's choice. Another task reads its last member.
//@ twin: copy-result-miss.c
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
        g = make(3); //~ race r1 write
#pragma omp task
        last = g.values[3]; //~ race r1 read
    }
    printf("%ld\n", last + other.values[3]);
    return 0;
}
