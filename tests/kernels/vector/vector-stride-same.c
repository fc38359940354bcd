// One task goes over the elements of even numbers and over a field of an array of structures, and so does another: a vector of
// several structures would have their other fields in it.
//@ twin: vector-stride-apart.c
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
                floats[2 * i] = (float)i; //~ race floats write
#pragma omp simd
            for (int i = 0; i < SIZE; i++)
                pairs[i].left = i; //~ race pairs write
        }
#pragma omp task
        {
            float sum = 0;
#pragma omp simd reduction(+ : sum)
            for (int i = 0; i < SIZE; i++)
                sum += floats[2 * i]; //~ race floats read
#pragma omp simd
            for (int i = 0; i < SIZE; i++)
                pairs[i].left = sum; //~ race pairs write
        }
    }
    printf("%g %g\n", floats[6], pairs[3].left);
    return 0;
}
