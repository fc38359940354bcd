// An untied task changes a variable of its creator, which waits. libomp reports that the first part of
// the task is over while its entry function still runs.
//@ twin: untied-local.c
//@ options: team=4
#include <stdio.h>

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int x = 0;
#pragma omp task untied shared(x)
        x++;
#pragma omp taskwait
        x++;
        printf("%d\n", x);
    }
    return 0;
}
