// The child captures the variable again, so that it has its own.
//@ twin: scope-captured.c
#include <stdio.h>

int out;

int main(void) {
    int value = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task firstprivate(value)
        {
#pragma omp task firstprivate(value)
            out = value;
        }
    }
    printf("%d\n", out);
    return 0;
}
