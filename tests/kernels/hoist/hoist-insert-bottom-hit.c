// One task inserts a number at the bottom of a part of an array, another reads the element that it is put into.
//@ twin: hoist-insert-bottom-miss.c
#include <stdio.h>

volatile int size = 20, key = -5;
int numbers[30], seen;

static void insert(int *part, long j, int value) {
    while (j > 0 && part[j - 1] > value) {
        part[j] = part[j - 1]; //~ race r1 write
        j--;
    }
    part[j] = value;
}

int main(void) {
    for (int i = 0; i < 20; i++)
        numbers[i] = 2 * i;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        insert(numbers + 1, size, key);
#pragma omp task
        {
            numbers[0] = 1;
            seen = numbers[size + 1]; //~ race r1 read
        }
    }
    printf("%d %d\n", numbers[1], seen);
    return 0;
}
