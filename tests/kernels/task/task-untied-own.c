// Each untied task writes a variable of its own, before and after it was interrupted.
//@ twin: task-untied.c
#include <stdio.h>

int first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task untied
        {
            first = 1;
#pragma omp taskyield
            first += 10;
        }
#pragma omp task untied
        {
            second = 2;
#pragma omp taskyield
            second += 20;
        }
    }
    printf("%d %d\n", first, second);
    return 0;
}
