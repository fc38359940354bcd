// A target construct with nowait is a task, here on the host: its depend clauses order it with its siblings.
//@ twin: target-task-nowait.c
#include <stdio.h>

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp target nowait depend(out : x) map(tofrom : x)
        x = 1;
#pragma omp task depend(in : x)
        y = x;
    }
    printf("%d\n", y);
    return 0;
}
