// One task inserts a number at the bottom of a part of an array, another writes the element below, and reads the one above the part.
//@ twin: hoist-insert-bottom-hit.c
#include <stdio.h>

volatile int size = 20, key = -5;
int numbers[30], seen;

static void insert(int *part, long j, int value) {
    while (j > 0 && part[j - 1] > value) {
        part[j] = part[j - 1];
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
            seen = numbers[size + 2];
        }
    }
    printf("%d %d\n", numbers[1], seen);
    return 0;
}
