// All threads wait at the end of the sections, and then read the results.
//@ twin: sections-nowait.c
//@ options: team=4
#include <stdio.h>

int left, right;

int main(void) {
#pragma omp parallel
    {
#pragma omp sections
        {
#pragma omp section
            left = 1;
#pragma omp section
            right = 2;
        }
        if (left < 0 || right < 0)
            puts("wrong");
    }
    printf("%d\n", left + right);
    return 0;
}
