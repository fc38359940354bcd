// One task bisects a sorted array, another writes the last element that it looks at.
//@ twin: hoist-bisect-miss.c
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
                base += numbers[base + half - (n % 2 == 0)] < key ? n - half : 0; //~ race r1 read
                n = half;
            }
            found = base;
        }
#pragma omp task
        {
            numbers[38] = numbers[42] = 1;
            numbers[39] = 1; //~ race r1 write
        }
    }
    printf("%ld\n", found);
    return 0;
}
