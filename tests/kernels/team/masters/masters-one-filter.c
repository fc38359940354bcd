// Two masked regions are run by the same thread.
//@ twin: masters-two-filters.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
#pragma omp masked filter(1)
        setting = 1;
#pragma omp masked filter(1)
        setting = 2;
    }
    printf("%d\n", setting);
    return 0;
}
