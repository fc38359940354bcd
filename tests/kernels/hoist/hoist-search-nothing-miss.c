// There is nothing to search. Another task writes what would be searched first.
//@ twin: hoist-search-nothing-hit.c
#include <stdio.h>

volatile int size = 0, wanted = 7;
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
        numbers[0] = 3;
    }
    printf("%d\n", found);
    return 0;
}
