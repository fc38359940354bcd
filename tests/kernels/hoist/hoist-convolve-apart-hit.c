// Windows at a distance of two elements: they are two elements long, so all elements are read, among them one that another task writes.
//@ twin: hoist-convolve-apart-miss.c
#include <stdio.h>

volatile int size = 30, taps = 2;
int from[100], weights[10], to[100];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size, m = taps;
            for (int i = 0; i < n; i++) {
                int sum = 0;
                for (int j = 0; j < m; j++)
                    sum += weights[j] * from[2 * i + j]; //~ race r1 read
                to[i] = sum;
            }
        }
#pragma omp task
        {
            int n = size;
            for (int i = 1; i < 2 * n; i += 2)
                from[i] = 1; //~ race r1 write
        }
    }
    printf("%d\n", to[3]);
    return 0;
}
