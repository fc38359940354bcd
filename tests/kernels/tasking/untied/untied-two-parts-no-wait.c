// The scheduling points between the parts of an untied task are no wait.
//@ twin: untied-two-parts.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task untied
        {
#pragma omp task
            x = 1; //~ race r1 write
#pragma omp taskyield
            y = x; //~ race r1 read
        }
#pragma omp taskwait
        seen = y;
    }
    printf("%d\n", seen);
    return 0;
}
