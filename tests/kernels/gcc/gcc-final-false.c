// A final clause that is false changes nothing: the two children are unordered.
//@ twin: gcc-final-true.c
//@ compiler: gcc
#include <stdio.h>
#include <stdlib.h>

int x;

int main(void) {
    int last = atoi("0");
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(last)
        {
#pragma omp task
            x = 1; //~ race r1 write
#pragma omp task
            x = 2; //~ race r1 write
        }
    }
    printf("x = %d\n", x);
    return 0;
}
