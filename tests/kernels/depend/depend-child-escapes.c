// A dependence waits for the task that has the clause, not for that task's children.
//@ twin: depend-child-awaited.c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *box = calloc(1, sizeof *box);
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : box[0])
        {
#pragma omp task
            box[0] = 1; //~ race r1 write
        }
#pragma omp task depend(in : box[0])
        seen = box[0]; //~ race r1 read
    }
    printf("seen = %d\n", seen);
    free(box);
    return 0;
}
