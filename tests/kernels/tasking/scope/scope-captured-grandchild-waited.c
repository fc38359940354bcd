// The task waits for all of its descendants before its captured variable ends.
//@ twin: scope-captured-grandchild.c
//@ options: team=4
#include <stdio.h>

int out;

int main(void) {
    int value = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task firstprivate(value)
#pragma omp taskgroup
        {
#pragma omp task shared(value)
            {
#pragma omp task shared(value)
                out = value;
            }
#pragma omp taskwait
        }
    }
    printf("%d\n", out);
    return 0;
}
