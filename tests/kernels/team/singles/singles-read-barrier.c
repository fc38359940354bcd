// A barrier before the single region and one behind it keep the store apart from the readings.
//@ twin: singles-read-before.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
        if (setting < 0)
            puts("wrong");
#pragma omp barrier
#pragma omp single
        setting = 1;
        if (setting < 0)
            puts("wrong");
    }
    return 0;
}
