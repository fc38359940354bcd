// An affinity clause says where a task had better run, not when.
//@ twin: affinity-depend.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task affinity(x)
        x = 1; //~ race r1 write
#pragma omp task affinity(x)
        x = 2; //~ race r1 write
    }
    printf("%d\n", x);
    return 0;
}
