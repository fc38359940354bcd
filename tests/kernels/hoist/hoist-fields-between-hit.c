// One task writes the first and the third of four fields on one line, another reads the third.
//@ twin: hoist-fields-between-miss.c
#include <stdio.h>

volatile int size = 20;
struct {
    short a, b, c, d;
} items[20];
int sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                items[i].a = items[i].c = (short)i; //~ race r1 write
        }
#pragma omp task
        {
            int n = size, total = 0;
            for (int i = 0; i < n; i++)
                total += items[i].b + items[i].d;
            total += items[n - 1].c; //~ race r1 read
            sum = total;
        }
    }
    printf("%d\n", sum);
    return 0;
}
