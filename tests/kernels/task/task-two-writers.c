// Two sibling tasks write one global variable. Nothing orders them, so the schedule decides which value stays.
//@ twin: task-two-writers-waited.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1; //~ race r1 write
#pragma omp task
        x = 2; //~ race r1 write
    }
    printf("x = %d\n", x);
    return 0;
}
