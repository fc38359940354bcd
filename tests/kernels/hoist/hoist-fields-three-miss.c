// One task reads three of four fields on one line, another writes the fourth.
//@ twin: hoist-fields-three-hit.c
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
                total += points[i].x + points[i].y + points[i].z;
            sum = total;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                points[i].weight = 1;
        }
    }
    printf("%g\n", sum);
    return 0;
}
