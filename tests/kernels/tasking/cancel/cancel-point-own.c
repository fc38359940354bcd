// A task leaves at its cancellation point; the two tasks wrote to different variables before.
//@ twin: cancel-point.c
//@ env: OMP_CANCELLATION=true
//@ guarantee: partial: a cancel construct took effect: what it left out was not seen
#include <stdio.h>

int x, y, z;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp task
                {
                    x = 1;
#pragma omp cancel taskgroup
                }
                z = 2;
#pragma omp cancellation point taskgroup
                y = 1;
            }
        }
    }
    printf("%d %d %d\n", x, y, z);
    return 0;
}
