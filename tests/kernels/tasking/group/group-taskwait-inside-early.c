// The taskwait inside of the taskgroup is too early for the second task, and so is the read inside of it.
//@ twin: group-taskwait-inside.c
#include <stdio.h>

int x, y;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            x = 1;
#pragma omp taskwait
            total = x;
#pragma omp task
            y = 2;      //~ race r1 write
            total += y; //~ race r1 read
        }
    }
    printf("%d\n", total);
    return 0;
}
