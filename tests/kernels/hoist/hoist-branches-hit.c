// Two loops that touch the same memory, in two branches: the report names the line of the one that ran.
//@ twin: hoist-branches-miss.c
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
                    numbers[i] = i; //~ race r1 write
            else
                for (int i = 0; i < n; i++)
                    numbers[i] = 3 * i;
        }
#pragma omp task
        numbers[size - 1] = 1; //~ race r1 write
    }
    printf("%d\n", numbers[3]);
    return 0;
}
