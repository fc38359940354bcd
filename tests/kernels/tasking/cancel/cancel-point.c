// A task leaves at its cancellation point; both tasks had written before.
//@ twin: cancel-point-own.c
//@ env: OMP_CANCELLATION=true
#include <stdio.h>

int x, y;

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
                    x = 1; //~ race r1 write
#pragma omp cancel taskgroup
                }
                x = 2; //~ race r1 write
#pragma omp cancellation point taskgroup
                y = 1;
            }
        }
    }
    printf("%d %d\n", x, y);
    return 0;
}
