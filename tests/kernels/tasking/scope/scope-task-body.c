// A variable of a task's body is used by its child, for which it does not wait.
//@ twin: scope-task-body-waited.c
//@ says: Use after scope: task
#include <stdio.h>

int out;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task //~ race r1 return
        {
            int local = 1;
#pragma omp task shared(local)
            out = local; //~ race r1 read
        }
    }
    printf("%d\n", out);
    return 0;
}
