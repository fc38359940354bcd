// One thread stores, and the others wait for it.
//@ twin: singles-nowait.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
#pragma omp single
        setting = 1;
        if (setting < 0)
            puts("wrong");
    }
    return 0;
}
