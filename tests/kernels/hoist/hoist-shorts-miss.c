// Two tasks go down and up from the middle of an array of short numbers, which shares a word with its neighbour.
//@ twin: hoist-shorts-hit.c
#include <stdio.h>

volatile int middle = 37;
short numbers[101];
int sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        for (int i = middle - 1; i >= 0; i--)
            numbers[i] = (short)i;
#pragma omp task
        {
            int total = 0;
            for (int i = middle; i < 101; i++)
                total += numbers[i];
            sum = total;
        }
    }
    printf("%d\n", sum);
    return 0;
}
