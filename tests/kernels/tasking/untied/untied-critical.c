// A critical section inside of an untied task.
//@ twin: untied-critical-left.c
//@ guarantee: this lock order only
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task untied
        {
#pragma omp critical
            x += 1;
#pragma omp taskyield
#pragma omp critical
            x += 2;
        }
    }
    printf("%d\n", x);
    return 0;
}
