// One task reads a field of four bytes and one of two on one line, another writes the two bytes behind.
//@ twin: hoist-fields-sizes-hit.c
#include <stdio.h>

volatile int size = 20;
struct {
    int a;
    short b, c;
} items[20];
int sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size, total = 0;
            for (int i = 0; i < n; i++)
                total += items[i].a + items[i].b;
            sum = total;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                items[i].c = 1;
        }
    }
    printf("%d\n", sum);
    return 0;
}
