// Two masked regions are run by two different threads.
//@ twin: masters-one-filter.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
#pragma omp masked filter(1)
        setting = 1; //~ race r1 write
#pragma omp masked filter(2)
        setting = 2; //~ race r1 write
    }
    printf("%d\n", setting);
    return 0;
}
