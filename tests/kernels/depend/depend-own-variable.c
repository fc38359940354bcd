// A task with `depend` and its child share a variable of the task, and nothing orders the two.
// libomp names the frame of the task's creator for the first call that the task makes.
//@ twin: depend-own-variable-waited.c
#include <stdio.h>

int main(void) {
    int next = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task depend(inout : next)
    {
        int own[12] = {0};
#pragma omp task shared(own)
        own[2] = 1; //~ race r1 write
        next = own[2]; //~ race r1 read
#pragma omp taskwait
    }
    printf("next = %d\n", next);
    return 0;
}
