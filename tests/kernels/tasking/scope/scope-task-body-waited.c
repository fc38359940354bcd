// The task waits for the child that uses its variable.
//@ twin: scope-task-body.c
#include <stdio.h>

int out;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int local = 1;
#pragma omp task shared(local)
            out = local;
#pragma omp taskwait
        }
    }
    printf("%d\n", out);
    return 0;
}
