// Two tasks have neighbouring numbers of ten bytes.
//@ twin: hoist-long-double-hit.c
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
                numbers[i] = i;
            single = n;
        }
#pragma omp task
        {
            int n = size;
            numbers[n] = 2;
        }
    }
    printf("%Lg\n", numbers[3] + single);
    return 0;
}
