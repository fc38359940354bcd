// All tasks are created by one thread: the depend clause orders them.
//@ twin: mixed-depend-each-thread.c
//@ options: team=4
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel
    {
#pragma omp masked
        for (int i = 0; i < 4; i++) {
#pragma omp task depend(inout : value)
            value += 1;
        }
    }
    printf("%d\n", value);
    return value != 4;
}
