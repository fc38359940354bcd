// The search ends at once. Another task writes all elements behind the first.
//@ twin: hoist-search-first-hit.c
#include <stdio.h>

volatile int size = 50, wanted = 7;
int numbers[100] = {7}, found;

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
        {
            int n = size;
            for (int i = 1; i < n; i++)
                numbers[i] = 7;
        }
    }
    printf("%d\n", found);
    return 0;
}
