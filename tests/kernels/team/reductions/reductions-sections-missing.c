// Two sections add to one sum.
//@ twin: reductions-sections.c
//@ options: team=4
#include <stdio.h>

int sum;

static __attribute__((noinline)) void one(void) {
    sum += 1; //~ race r1 write
}

static __attribute__((noinline)) void two(void) {
    sum += 2; //~ race r1 write
}

int main(void) {
#pragma omp parallel sections
    {
#pragma omp section
        one();
#pragma omp section
        two();
    }
    printf("%d\n", sum);
    return 0;
}
