// The last section hands its value out.
//@ twin: sections-many.c
//@ options: team=4
#include <stdio.h>

int main(void) {
    int mode = 0;
#pragma omp parallel sections lastprivate(mode)
    {
#pragma omp section
        mode = 1;
#pragma omp section
        mode = 2;
#pragma omp section
        mode = 3;
    }
    printf("%d\n", mode);
    return mode != 3;
}
