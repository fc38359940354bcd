// A flush in front of and behind an increment does not make it atomic.
//@ twin: flush-own.c
//@ options: team=4
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel
    {
#pragma omp flush
        count += 1; //~ race r1 write, race r1 write
#pragma omp flush acq_rel
    }
    printf("%d\n", count);
    return 0;
}
