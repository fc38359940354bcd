/*
The address of one thread's own variable is handed to two tasks, which may run on two threads.
Data race pair: *mine@17:9:W vs. *mine@19:9:W
*/

#include <stdio.h>

int scratch;
#pragma omp threadprivate(scratch)

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int *mine = &scratch;
#pragma omp task firstprivate(mine)
        *mine = 1;
#pragma omp task firstprivate(mine)
        *mine = 2;
#pragma omp taskwait
        printf("%d\n", *mine);
    }
    return 0;
}
