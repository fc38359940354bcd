// Neither untied nor priority nor mergeable orders tasks.
//@ twin: gcc-untied.c
//@ compiler: gcc
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task untied mergeable priority(1)
        {
#pragma omp taskyield
            x = 1; //~ race r1 write
        }
#pragma omp task untied priority(5)
        x = 2; //~ race r1 write
    }
    printf("x > 0: %d\n", x > 0);
    return 0;
}
