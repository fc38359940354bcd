// Each of the two tasks writes a variable of its own before the group is cancelled.
//@ twin: gcc-cancel.c
//@ compiler: gcc
//@ env: OMP_CANCELLATION=true
//@ guarantee: partial: a cancel construct took effect: what it left out was not seen
#include <stdio.h>

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    {
#pragma omp task
        x = 1;
#pragma omp task
        {
            y = 2;
#pragma omp cancel taskgroup
            y = 1;
        }
    }
    printf("%d %d\n", x, y);
    return 0;
}
