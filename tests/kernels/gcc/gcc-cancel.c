// What a task did before its group was cancelled has happened: it writes what the other one writes.
//@ twin: gcc-cancel-own.c
//@ compiler: gcc
//@ env: OMP_CANCELLATION=true
#include <stdio.h>

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    {
#pragma omp task
        x = 1; //~ race r1 write
#pragma omp task
        {
            x = 2; //~ race r1 write
#pragma omp cancel taskgroup
            y = 1;
        }
    }
    printf("%d %d\n", x, y);
    return 0;
}
