// A master region and a masked region: the second is run by another thread.
//@ twin: masters-twice.c
//@ options: team=4
#include <stdio.h>

int setting, other;

int main(void) {
#pragma omp parallel
    {
#pragma omp master
        setting = 1; //~ race r1 write
#pragma omp masked filter(3)
        {
            other = 1;
            setting = 2; //~ race r1 write
        }
    }
    printf("%d %d\n", setting, other);
    return 0;
}
