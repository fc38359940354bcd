// One of two elements is read, as a flag says. Another task writes the other one.
//@ twin: speculation-choice-hit.c
#include <stdio.h>

volatile int flag = 1;
int g[8], sum;

int main(void) {
    int one = flag;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        sum += one ? g[6] : g[1];
#pragma omp task
        g[1] = 1;
    }
    printf("%d\n", sum);
    return 0;
}
