// taskwait depend waits for the last of a chain, and with it for the whole chain.
//@ twin: taskwait-depend-grandchild.c
#include <stdio.h>

int x, y, z;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x) depend(out : y)
        y = x;
#pragma omp task depend(in : y) depend(out : z)
        z = y;
#pragma omp taskwait depend(in : z)
        total = x + y + z;
    }
    printf("%d\n", total);
    return 0;
}
