// Each thread has a region of one thread inside of its own. The critical sections in these exclude each other, and their order is
// chance: others run beside a region of one thread.
//@ twin: criticals-inner-alone-none.c
//@ options: team=4
//@ guarantee: this lock order only
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel
#pragma omp parallel num_threads(1)
#pragma omp critical
    sum += 1;
    printf("%d\n", sum > 0);
    return 0;
}
