// The task with the clause ends after its child, because a taskgroup waits for it.
//@ twin: depend-child-escapes.c
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
#pragma omp taskgroup
            {
#pragma omp task
                box[0] = 1;
            }
        }
#pragma omp task depend(in : box[0])
        seen = box[0];
    }
    printf("seen = %d\n", seen);
    free(box);
    return 0;
}
