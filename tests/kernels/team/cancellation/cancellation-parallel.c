// Every thread stores into one variable and leaves the region.
//@ twin: cancellation-parallel-behind.c
//@ options: team=4
//@ env: OMP_CANCELLATION=true
#include <stdio.h>

int found;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        found = 1; //~ race r1 write, race r1 write
#pragma omp cancel parallel
    }
    printf("%d\n", found);
    return 0;
}
