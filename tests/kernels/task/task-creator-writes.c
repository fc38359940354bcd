// The creator changes a global variable after it has created a task that reads it.
//@ twin: task-creator-writes-before.c
#include <stdio.h>

int input = 1;
int output;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        output = input * 10; //~ race r1 read
        input = 2;           //~ race r1 write
    }
    printf("output = %d\n", output);
    return 0;
}
