// Two threads write a field that clang could keep in a register for the time of the loop that it makes of the sections.
//@ twin: speculation-section-own.c
//@ options: team=4
#include <stdio.h>

struct Pair {
    long first, second;
};

struct Other {
    int first, second;
};

static __attribute__((noinline)) long work(void) {
    struct Pair one = {0, 0};
    struct Other other = {0, 0};
#pragma omp parallel
#pragma omp sections nowait
    {
#pragma omp section
        one.second += 1; //~ race r1 write
#pragma omp section
        {
            one.second = 2; //~ race r1 write
        }
    }
    return one.second + other.second;
}

int main(void) {
    printf("%ld\n", work());
    return 0;
}
