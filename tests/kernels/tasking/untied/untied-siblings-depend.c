// All parts of an untied task come before its successor.
//@ twin: untied-siblings.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task untied depend(inout : x)
        {
            x += 1;
#pragma omp taskyield
            x += 2;
        }
    }
    printf("%d\n", x);
    return 0;
}
