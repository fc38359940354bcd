// One task looks from both ends for elements that are on the wrong side, and finds two. Another writes the one that it finds from above.
//@ twin: hoist-partition-miss.c
#include <stdio.h>

volatile long size = 40, bound = 50;
long numbers[42], places[2];

int main(void) {
    for (int i = 0; i < 40; i++)
        numbers[i] = i < 20 ? 1 : 99;
    numbers[10] = 60;
    numbers[30] = 40;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            long i = -1, j = size, pivot = bound;
            while (numbers[++i] < pivot)
                ;
            while (numbers[--j] > pivot) //~ race r1 read
                ;
            places[0] = i;
            places[1] = j;
        }
#pragma omp task
        {
            long n = size;
            for (long i = 11; i < n - 9; i++)
                numbers[i] = i; //~ race r1 write
            numbers[n] = 1;
        }
    }
    printf("%ld %ld\n", places[0], places[1]);
    return 0;
}
