// Two single regions without a barrier between may be run by two threads at once.
//@ twin: singles-two.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
#pragma omp single nowait
        setting = 1; //~ race r1 write
#pragma omp single nowait
        setting = 2; //~ race r1 write
    }
    printf("%d\n", setting);
    return 0;
}
