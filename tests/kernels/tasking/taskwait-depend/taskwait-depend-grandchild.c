// taskwait depend waits for the child, and not for what the child has left behind.
//@ twin: taskwait-depend-chain.c
#include <stdio.h>

int x, y;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        {
            x = 1;
#pragma omp task
            y = 2; //~ race r1 write
        }
#pragma omp taskwait depend(in : x)
        total = x + y; //~ race r1 read
    }
    printf("%d\n", total);
    return 0;
}
