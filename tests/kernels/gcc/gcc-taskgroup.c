// A taskgroup waits for grandchildren too.
//@ twin: gcc-taskwait-grandchild.c
//@ compiler: gcc
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp task
                x = 1;
            }
        }
        x = 2;
    }
    printf("x = %d\n", x);
    return 0;
}
