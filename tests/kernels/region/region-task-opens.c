// A task opens a parallel region of its own. The end of that inner region completes the inner tasks, but not the
// sibling of the task that opened it.
//@ twin: region-task-opens-apart.c
#include <stdio.h>

int x, y;

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
                x = 1; //~ race r1 write
            }
            y = x; //~ race r2 read
        }
#pragma omp task
        x = 2; //~ race r1 write, race r2 write
#pragma omp taskwait
    }
    printf("%d %d\n", x, y);
    return 0;
}
