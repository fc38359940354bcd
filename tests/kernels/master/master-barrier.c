// An explicit barrier after master completes its tasks.
//@ twin: master-no-barrier.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
    {
#pragma omp master
        {
#pragma omp task
            x = 1;
        }
#pragma omp barrier
        int seen = x;
        if (seen > 1)
            puts("impossible");
    }
    printf("x = %d\n", x);
    return 0;
}
