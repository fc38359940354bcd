// One task copies a block out of an array while another writes into the middle of that block.
//@ twin: range-memcpy-apart.c
#include <stdio.h>
#include <string.h>

int source[64], target[64];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        memcpy(target, source, 32 * sizeof(int)); //~ race r1 read
#pragma omp task
        source[17] = 1; //~ race r1 write
    }
    printf("target[17] = %d\n", target[17]);
    return 0;
}
