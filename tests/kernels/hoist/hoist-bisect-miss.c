// One task bisects a sorted array, another writes elements that it does not look at, on both sides of one that it does.
//@ twin: hoist-bisect-hit.c
#include <stdio.h>

volatile long size = 64, wanted = 40;
long numbers[64], found;

int main(void) {
    for (int i = 0; i < 64; i++)
        numbers[i] = i;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            long base = 0, n = size, key = wanted;
            // 31, 47, 39, 43, 41, 40.
            while (n > 0) {
                long half = n / 2;
                base += numbers[base + half - (n % 2 == 0)] < key ? n - half : 0;
                n = half;
            }
            found = base;
        }
#pragma omp task
        {
            numbers[38] = numbers[42] = 1;
        }
    }
    printf("%ld\n", found);
    return 0;
}
