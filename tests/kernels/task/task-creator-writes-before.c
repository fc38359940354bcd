// What the creator wrote before it created the task is ordered before the task.
//@ twin: task-creator-writes.c
#include <stdio.h>

int input = 1;
int output;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        input = 2;
#pragma omp task
        output = input * 10;
    }
    printf("output = %d\n", output);
    return 0;
}
