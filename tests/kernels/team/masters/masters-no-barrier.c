// A master region has no barrier at its end.
//@ twin: masters-barrier.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
#pragma omp master
        setting = 1; //~ race r1 write
        if (setting < 0) //~ race r1 read
            puts("wrong");
    }
    return 0;
}
