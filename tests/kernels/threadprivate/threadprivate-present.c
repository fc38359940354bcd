// Each thread has a scratch variable of its own, in both spellings. A tied task that meets no scheduling point between
// the write and the read always reads what it wrote.
//@ twin: threadprivate-missing.c
#include <stdio.h>

int scratch;
#pragma omp threadprivate(scratch)
_Thread_local int other;
int results[6];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task
        {
            scratch = i;
            other = i + 1;
            results[i] = scratch + other;
        }
    }
    printf("%d\n", results[5]);
    return 0;
}
