// A structure is passed by value: the call copies it, and so reads it. Another task writes its last member.
//@ twin: copy-argument-miss.c
#include <stdio.h>

struct large { long values[4]; };
struct large g, other;
long sum;

static __attribute__((noinline)) long add(struct large s) { return s.values[0] + s.values[3]; }

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        sum = add(g); //~ race r1 read
#pragma omp task
        g.values[3] = 1; //~ race r1 write
    }
    printf("%ld\n", sum + other.values[3]);
    return 0;
}
