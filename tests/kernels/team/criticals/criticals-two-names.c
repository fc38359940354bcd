// Critical regions of two names do not exclude each other.
//@ twin: criticals-one-name.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;

static __attribute__((noinline)) void one(void) {
#pragma omp critical(left)
    count += 1; //~ race r1 write
}

static __attribute__((noinline)) void two(void) {
#pragma omp critical(right)
    count += 2; //~ race r1 write
}

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            one();
        else
            two();
    }
    printf("%d\n", count);
    return 0;
}
