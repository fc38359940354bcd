// Two sections store into two variables.
//@ twin: sections-same.c
//@ options: team=4
#include <stdio.h>

int left, right;

int main(void) {
#pragma omp parallel sections
    {
#pragma omp section
        left = 1;
#pragma omp section
        right = 2;
    }
    printf("%d\n", left + right);
    return 0;
}
