// Every thread runs an undeferred task at once: ordered in the thread, not between threads.
//@ twin: mixed-undeferred-own.c
//@ options: team=4
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel
    {
#pragma omp task if (0)
        value += 1; //~ race r1 write, race r1 write
    }
    printf("%d\n", value);
    return 0;
}
