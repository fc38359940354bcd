// An explicit barrier follows the master region.
//@ twin: masters-no-barrier.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
#pragma omp master
        setting = 1;
#pragma omp barrier
        if (setting < 0)
            puts("wrong");
    }
    return 0;
}
