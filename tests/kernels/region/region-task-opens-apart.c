// A task opens a parallel region of its own and reads the result after its end; the sibling has another variable.
//@ twin: region-task-opens.c
#include <stdio.h>

int x, y, z;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp parallel
#pragma omp single
            {
#pragma omp task
                x = 1;
            }
            y = x;
        }
#pragma omp task
        z = 2;
#pragma omp taskwait
    }
    printf("%d %d %d\n", x, y, z);
    return 0;
}
