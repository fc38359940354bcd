// One task turns an array around, from both ends to the middle, which another task writes.
//@ twin: hoist-reverse-hit.c
#include <stdio.h>

volatile long size = 21;
int numbers[30];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            long left = 0, right = size - 1;
            while (left < right) {
                int moved = numbers[left];
                numbers[left++] = numbers[right];
                numbers[right--] = moved;
            }
        }
#pragma omp task
        {
            numbers[21] = 1;
            numbers[10] = 1;
        }
    }
    printf("%d\n", numbers[7]);
    return 0;
}
