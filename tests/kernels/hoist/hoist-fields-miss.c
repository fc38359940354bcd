// Two tasks go over two fields of an array of structures.
//@ twin: hoist-fields-hit.c
#include <stdio.h>

volatile int size = 20;
struct {
    int a, b;
} pairs[20];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                pairs[i].a = i;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                pairs[i].b = 2 * i;
        }
    }
    printf("%d\n", pairs[3].b);
    return 0;
}
