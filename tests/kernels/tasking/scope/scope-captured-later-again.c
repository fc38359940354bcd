// The child captures the variable again, so that it has its own when it runs after its creator's end.
//@ twin: scope-captured-later.c
//@ options: team=4
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
