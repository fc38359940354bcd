// Critical regions of one name exclude each other, wherever they are.
//@ twin: criticals-two-names.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;

static __attribute__((noinline)) void one(void) {
#pragma omp critical(left)
    count += 1;
}

static __attribute__((noinline)) void two(void) {
#pragma omp critical(left)
    count += 2;
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
    return count != 3;
}
