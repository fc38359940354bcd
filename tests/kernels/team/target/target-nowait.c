// A target region with nowait is a task: nobody waits for it before the variable is read.
//@ twin: target-nowait-taskwait.c
//@ options: team=4
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp target nowait map(tofrom : value)
        value = 1; //~ race r1 write
        if (value < 0) //~ race r1 read
            puts("wrong");
#pragma omp taskwait
    }
    return 0;
}
