// The counter is written atomically and read without.
//@ twin: atomic-read.c
#include <stdio.h>

int hits, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp atomic write
            hits = 5; //~ race r1 write
        }
#pragma omp task
        seen = hits; //~ race r1 read
    }
    printf("seen = %d\n", seen);
    return 0;
}
