/*
Two masked regions are run by two threads, at the same time.
Data race pair: owner@13:9:W vs. owner@15:9:W
*/

#include <stdio.h>

int main(void) {
    int owner = -1;
#pragma omp parallel num_threads(4)
    {
#pragma omp masked filter(0)
        owner = 0;
#pragma omp masked filter(1)
        owner = 1;
    }
    printf("%d\n", owner);
    return 0;
}
