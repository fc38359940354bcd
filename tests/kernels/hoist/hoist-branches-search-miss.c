// Two searches of the same memory, in two branches; another task writes the element behind the one that is found.
//@ twin: hoist-branches-search-hit.c
#include <stdio.h>

volatile int size = 50, choice = 0;
int numbers[100], found;

int main(void) {
    numbers[30] = 7;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size, i = 0;
            if (choice) {
                while (i < n && numbers[i] != 6)
                    i++;
            } else {
                while (i < n && numbers[i] != 7)
                    i++;
            }
            found = i;
        }
#pragma omp task
        numbers[31] = 1;
    }
    printf("%d\n", found < 0);
    return 0;
}
