// taskwait depend waits for the tasks that its clause names, and for no other.
//@ twin: taskwait-both-variables.c
#include <stdio.h>

int x, y, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 2; //~ race r1 write
#pragma omp taskwait depend(in : x)
        first = x;
        second = y; //~ race r1 read
    }
    printf("%d %d\n", first, second);
    return 0;
}
