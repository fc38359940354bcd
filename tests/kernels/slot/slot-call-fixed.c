// All tasks pass the address of one seed to a function of the C library.
//@ twin: slot-call.c
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

unsigned seeds[64];
volatile int first;
int drawn[64];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task
        {
            drawn[i] = rand_r(&seeds[first]); //~ race r1 write, race r1 write
        }
    }
    printf("%d\n", drawn[0]);
    return 0;
}
