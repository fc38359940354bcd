// The task and its child have ended when the grandchild uses the task's captured variable.
//@ twin: scope-captured-grandchild-waited.c
//@ options: team=4
//@ says: Use after scope: task
#include <stdio.h>

int out;

int main(void) {
    int value = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task firstprivate(value) //~ race r1 return
        {
#pragma omp task shared(value)
            {
#pragma omp task shared(value)
                out = value; //~ race r1 read
            }
#pragma omp taskwait
        }
    }
    printf("%d\n", out);
    return 0;
}
