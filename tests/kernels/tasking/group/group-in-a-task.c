// The taskgroup is inside of a task: it waits for that task's children, but nobody waits for the task.
//@ twin: group-in-a-task-waited.c
#include <stdio.h>

int x, y;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp taskgroup
            {
#pragma omp task
                x = 1; //~ race r1 write
            }
            y = x; //~ race r2 write
        }
        total = x; //~ race r1 read
        total += y; //~ race r2 read
    }
    printf("%d\n", total);
    return 0;
}
