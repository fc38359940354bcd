// The task only reads a local scalar of its creator, so gcc (12) passes it by value: in the program that runs there is no race, whatever the
// source says.
//@ twin: gcc-scalar-written.c
//@ compiler: gcc
//@ known-false-negative: gcc has taken the race out of the program
#include <stdio.h>

int slot;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int value = 1;
#pragma omp task shared(value)
        slot = value; //~ race r1 read
        value = 2;    //~ race r1 write
#pragma omp taskwait
        printf("value = %d\n", value);
    }
    printf("slot = %d\n", slot);
    return 0;
}
