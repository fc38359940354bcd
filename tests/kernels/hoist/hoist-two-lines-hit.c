// One task reads and then writes each element, on two lines; another reads the last one, and races with the write alone.
//@ twin: hoist-two-lines-miss.c
#include <stdio.h>

volatile int size = 50;
int numbers[100], copies[100], seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++) {
                copies[i] = numbers[i];
                numbers[i] = i; //~ race r1 write
            }
        }
#pragma omp task
        seen = numbers[size - 1]; //~ race r1 read
    }
    printf("%d\n", copies[3] + seen);
    return 0;
}
