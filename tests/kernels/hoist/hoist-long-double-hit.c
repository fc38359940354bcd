// Two tasks have numbers of ten bytes in common.
//@ twin: hoist-long-double-miss.c
#include <stdio.h>

volatile int size = 20;
long double numbers[40], single;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                numbers[i] = i; //~ race r1 write
            single = n; //~ race r2 write
        }
#pragma omp task
        {
            int n = size;
            numbers[n - 1] = 2; //~ race r1 write
            numbers[n + 1] = single; //~ race r2 read
        }
    }
    printf("%Lg\n", numbers[3] + single);
    return 0;
}
