// The inner region has one thread by its own clause: its tasks do not race with each other, but with a task of the outer region.
//@ twin: nested-region-serial-waited.c
#include <stdio.h>

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        y = 1; //~ race r1 write
#pragma omp parallel num_threads(1)
        {
#pragma omp task
            x = 1;
#pragma omp task
            x += y; //~ race r1 read
        }
    }
    printf("%d\n", x);
    return 0;
}
