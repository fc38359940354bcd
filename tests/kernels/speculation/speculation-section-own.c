// clang makes a loop of the sections, and could keep the field in a register for that time: each thread would read it. The source
// has only one thread do so.
//@ twin: speculation-section-shared.c
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
        one.second += 1;
#pragma omp section
        {
            other.second = 1;
        }
    }
    return one.second + other.second;
}

int main(void) {
    printf("%ld\n", work());
    return 0;
}
