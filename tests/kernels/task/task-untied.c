// Untied tasks are no more ordered than tied ones.
//@ twin: task-untied-own.c
#include <stdio.h>

int last;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task untied
        {
#pragma omp taskyield
            last = 1; //~ race r1 write
        }
#pragma omp task untied
        {
#pragma omp taskyield
            last = 2; //~ race r1 write
        }
    }
    printf("last = %d\n", last);
    return 0;
}
