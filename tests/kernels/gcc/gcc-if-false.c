// gcc hands the condition of an if clause to the runtime. False makes the task undeferred: its creator goes on after it.
//@ twin: gcc-if-true.c
//@ compiler: gcc
#include <stdlib.h>
#include <stdio.h>

int x;

int main(void) {
    int wanted = atoi("0");
#pragma omp parallel
#pragma omp single
    {
#pragma omp task if (wanted)
        x = 1;
        x = 2;
    }
    printf("x = %d\n", x);
    return 0;
}
