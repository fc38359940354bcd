// One task fills a part of an array from its end to its beginning, another writes the elements before and behind the part.
//@ twin: hoist-down-hit.c
#include <stdio.h>

volatile int begin = 17, end = 101;
int numbers[202];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int first = begin;
            for (int i = end - 1; i >= first; i--)
                numbers[i] = i;
        }
#pragma omp task
        {
            numbers[begin - 1] = -1;
            numbers[end] = -1;
        }
    }
    printf("%d\n", numbers[20]);
    return 0;
}
