// master has no barrier at its end: the same thread reads what its task may not have written yet.
//@ twin: master-barrier.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
    {
#pragma omp master
        {
#pragma omp task
            x = 1; //~ race r1 write
        }
        int seen = x; //~ race r1 read
        if (seen > 1)
            puts("impossible");
    }
    printf("x = %d\n", x);
    return 0;
}
