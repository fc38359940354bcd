// A target region with nowait is a task, which the taskwait waits for.
//@ twin: target-nowait.c
//@ options: team=4
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp target nowait map(tofrom : value)
        value = 1;
#pragma omp taskwait
        if (value != 1)
            puts("wrong");
    }
    return 0;
}
