// Two sections store into one variable.
//@ twin: sections-own.c
//@ options: team=4
#include <stdio.h>

int mode;

static __attribute__((noinline)) void one(void) {
    mode = 1; //~ race r1 write
}

static __attribute__((noinline)) void two(void) {
    mode = 2; //~ race r1 write
}

int main(void) {
#pragma omp parallel sections
    {
#pragma omp section
        one();
#pragma omp section
        two();
    }
    printf("%d\n", mode);
    return 0;
}
