// Two loops that touch the same memory, in two branches; another task writes the element behind.
//@ twin: hoist-branches-hit.c
#include <stdio.h>

volatile int size = 50, choice = 1;
int numbers[100];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            if (choice)
                for (int i = 0; i < n; i++)
                    numbers[i] = i;
            else
                for (int i = 0; i < n; i++)
                    numbers[i] = 3 * i;
        }
#pragma omp task
        numbers[size] = 1;
    }
    printf("%d\n", numbers[3]);
    return 0;
}
