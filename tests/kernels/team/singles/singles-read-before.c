// One thread stores while others may still read: the barrier is behind the store, not before it.
//@ twin: singles-read-barrier.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
        if (setting < 0) //~ race r1 read
            puts("wrong");
#pragma omp single
        setting = 1; //~ race r1 write
    }
    return 0;
}
