// Each iteration of a shared-out loop creates a task; the loop has a barrier at its end, the tasks store into one
// variable.
//@ twin: mixed-loop-tasks-own.c
//@ options: team=4
#include <stdio.h>

int last;

int main(void) {
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < 8; i++) {
#pragma omp task
            last = i; //~ race r1 write, race r1 write
        }
    }
    printf("%d\n", last >= 0);
    return 0;
}
