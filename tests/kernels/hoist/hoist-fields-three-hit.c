// One task reads three of four fields on one line, another writes the third.
//@ twin: hoist-fields-three-miss.c
#include <stdio.h>

volatile int size = 20;
struct {
    float x, y, z, weight;
} points[20];
float sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            float total = 0;
            for (int i = 0; i < n; i++)
                total += points[i].x + points[i].y + points[i].z; //~ race r1 read
            sum = total;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                points[i].z = 1; //~ race r1 write
        }
    }
    printf("%g\n", sum);
    return 0;
}
