// One task reads a field of four bytes and one of two on one line, another writes the second.
//@ twin: hoist-fields-sizes-miss.c
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
                total += items[i].a + items[i].b; //~ race r1 read
            sum = total;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                items[i].b = 1; //~ race r1 write
        }
    }
    printf("%d\n", sum);
    return 0;
}
