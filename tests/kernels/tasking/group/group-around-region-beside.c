// The end of the inner region does not wait for a task of the outer one.
//@ twin: group-around-region.c
#include <stdio.h>

int x, y, total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            x = 1; //~ race r1 write
#pragma omp parallel num_threads(2)
#pragma omp single
            {
#pragma omp task
                y = 2;
            }
            total = x + y; //~ race r1 read
        }
    }
    printf("%d\n", total);
    return 0;
}
