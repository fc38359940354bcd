// A threadprivate variable is used as scratch space by all threads.
//@ twin: threads-global.c
//@ options: team=4
#include <stdio.h>

int scratch;
#pragma omp threadprivate(scratch)

int main(void) {
#pragma omp parallel
    scratch = 1;
    printf("%d\n", scratch);
    return 0;
}
