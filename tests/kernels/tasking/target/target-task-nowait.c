// A target construct with nowait is a task, here on the host: without a depend clause nothing orders it with its siblings.
//@ twin: target-task-depend.c
#include <stdio.h>

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp target nowait map(tofrom : x)
        x = 1; //~ race r1 write
#pragma omp task depend(in : x)
        y = x; //~ race r1 read
    }
    printf("%d\n", y);
    return 0;
}
