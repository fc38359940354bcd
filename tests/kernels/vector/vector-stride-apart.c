// One task goes over the elements of even numbers, another over those of odd numbers, and likewise over two fields of an array of
// structures: a vector of several structures would have both in it.
//@ twin: vector-stride-same.c
#include <stdio.h>

enum { SIZE = 256 };

float floats[2 * SIZE];
struct {
    double left, right;
} pairs[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp simd
            for (int i = 0; i < SIZE; i++)
                floats[2 * i] = (float)i;
#pragma omp simd
            for (int i = 0; i < SIZE; i++)
                pairs[i].left = i;
        }
#pragma omp task
        {
            float sum = 0;
#pragma omp simd reduction(+ : sum)
            for (int i = 0; i < SIZE; i++)
                sum += floats[2 * i + 1];
#pragma omp simd
            for (int i = 0; i < SIZE; i++)
                pairs[i].right = sum;
        }
    }
    printf("%g %g\n", floats[6], pairs[3].left);
    return 0;
}
