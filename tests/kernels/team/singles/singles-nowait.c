// One thread stores, and the others do not wait for it.
//@ twin: singles-barrier.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
#pragma omp single nowait
        setting = 1; //~ race r1 write
        if (setting < 0) //~ race r1 read
            puts("wrong");
    }
    return 0;
}
