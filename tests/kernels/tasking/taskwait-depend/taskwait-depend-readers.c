// taskwait depend(in) waits for those who write, not for those who read; then the creator writes.
//@ twin: taskwait-depend-writers.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        seen = x; //~ race r1 read
#pragma omp taskwait depend(in : x)
        x = 2; //~ race r1 write
    }
    printf("%d %d\n", x, seen);
    return 0;
}
