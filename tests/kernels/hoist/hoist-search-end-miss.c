// One task searches in vain up to the middle of an array, another writes the element behind.
//@ twin: hoist-search-end-hit.c
#include <stdio.h>

volatile int size = 50, wanted = 7;
int numbers[100], found;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int i = 0, n = size, key = wanted;
            while (i < n && numbers[i] != key)
                i++;
            found = i;
        }
#pragma omp task
        numbers[size] = 7;
    }
    printf("%d\n", found);
    return 0;
}
