// Tasks of different threads are not siblings: the depend clause does not order them.
//@ twin: mixed-depend-one-thread.c
//@ options: team=4
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel
    {
#pragma omp task depend(inout : value)
        value += 1; //~ race r1 write, race r1 write
    }
    printf("%d\n", value);
    return 0;
}
