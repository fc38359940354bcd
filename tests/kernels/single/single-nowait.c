// Without the barrier at the end of single, its thread goes on while the task may still wait to run.
//@ twin: single-barrier.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
    {
#pragma omp single nowait
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
