// Two tasks go over the same field of an array of structures.
//@ twin: hoist-fields-miss.c
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
                pairs[i].a = i; //~ race r1 write
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                pairs[i].a = 2 * i; //~ race r1 write
        }
    }
    printf("%d\n", pairs[3].b);
    return 0;
}
