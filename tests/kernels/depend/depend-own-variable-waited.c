// A task with `depend` and its child share a variable of the task. The task waits before it reads.
//@ twin: depend-own-variable.c
#include <stdio.h>

int main(void) {
    int next = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task depend(inout : next)
    {
        int own[12] = {0};
#pragma omp task shared(own)
        own[2] = 1;
#pragma omp taskwait
        next = own[2];
    }
    printf("next = %d\n", next);
    return 0;
}
