// One task fills the first half of an array, another writes the element behind that half.
//@ twin: hoist-end-hit.c
#include <stdio.h>

volatile int size = 101;
int numbers[202];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int count = size;
            for (int i = 0; i < count; i++)
                numbers[i] = i;
        }
#pragma omp task
        numbers[size] = -1;
    }
    printf("%d\n", numbers[1]);
    return 0;
}
