// An undeferred task is waited for, but the child that it leaves behind is not.
//@ twin: undeferred-child-waited.c
#include <stdio.h>

int x, y, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task if (0)
        {
            x = 1;
#pragma omp task
            y = 2; //~ race r1 write
        }
        first = x;
        second = y; //~ race r1 read
    }
    printf("%d %d\n", first, second);
    return 0;
}
