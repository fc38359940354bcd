// One task turns an array around, from both ends to the middle, another writes an element beside the middle.
//@ twin: hoist-reverse-miss.c
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
                numbers[right--] = moved; //~ race r1 write
            }
        }
#pragma omp task
        {
            numbers[21] = 1;
            numbers[11] = 1; //~ race r1 write
        }
    }
    printf("%d\n", numbers[7]);
    return 0;
}
