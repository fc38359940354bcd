// The condition of the cancel construct is read while another task writes it.
//@ twin: cancel-conditional.c
//@ env: OMP_CANCELLATION=true
#include <stdio.h>

int a[4], stop;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            stop = 0; //~ race r1 write
#pragma omp task
            {
                a[0] = 1;
#pragma omp cancel taskgroup if (stop) //~ race r1 read
                a[0] += 1;
            }
        }
    }
    printf("%d\n", a[0]);
    return 0;
}
