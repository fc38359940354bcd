// One of two elements is read, as a flag says. Another task writes the one that is read.
//@ twin: speculation-choice-miss.c
#include <stdio.h>

volatile int flag = 1;
int g[8], sum;

int main(void) {
    int one = flag;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        sum += one ? g[6] : g[1]; //~ race r1 read
#pragma omp task
        g[6] = 1; //~ race r1 write
    }
    printf("%d\n", sum);
    return 0;
}
