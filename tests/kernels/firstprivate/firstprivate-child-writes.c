// A task lends its own private copy to a child and reads it without waiting. The copy lives in the task's descriptor.
//@ twin: firstprivate-reuse.c
#include <stdio.h>

int out;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int mine = 1;
#pragma omp task firstprivate(mine)
        {
#pragma omp task shared(mine)
            mine = 2;   //~ race r1 write
            out = mine; //~ race r1 read
#pragma omp taskwait
        }
    }
    printf("out = %d\n", out);
    return 0;
}
