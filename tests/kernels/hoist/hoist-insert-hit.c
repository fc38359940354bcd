// One task inserts a number into a sorted array, another writes the element that ends the way down, which is compared and stays.
//@ twin: hoist-insert-miss.c
#include <stdio.h>

volatile int size = 20, key = 25;
int numbers[30];

int main(void) {
    for (int i = 0; i < 20; i++)
        numbers[i] = 2 * i;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int value = key;
            long j = size;
            while (j > 0 && numbers[j - 1] > value) { //~ race r1 read
                numbers[j] = numbers[j - 1];
                j--;
            }
            numbers[j] = value;
        }
#pragma omp task
        // numbers[12] is 24.
        numbers[12] = 23; //~ race r1 write
    }
    printf("%d\n", numbers[13]);
    return 0;
}
