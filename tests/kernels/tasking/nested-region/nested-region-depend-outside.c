// The region is opened by a task that depends on the writer.
//@ twin: nested-region-depend.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        {
#pragma omp parallel num_threads(2)
#pragma omp single
            {
#pragma omp task
                seen = x;
            }
        }
    }
    printf("%d\n", seen);
    return 0;
}
