// taskwait depend(inoutset) waits for what came before the set, and not for its members.
//@ twin: taskwait-depend-set-in.c
#include <stdio.h>

int x, y;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(inoutset : x)
        y = 2; //~ race r1 write
#pragma omp taskwait depend(inoutset : x)
        total = x + y; //~ race r1 read
    }
    printf("%d\n", total);
    return 0;
}
