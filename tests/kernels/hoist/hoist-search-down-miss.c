// One task searches from the end, another writes the element before the one that is found, and the one behind the end.
//@ twin: hoist-search-down-hit.c
#include <stdio.h>

volatile int size = 50, wanted = 7;
long numbers[100], found;

int main(void) {
    numbers[20] = 7;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            long i = size - 1, key = wanted;
            for (; i >= 0; i--)
                if (numbers[i] == key)
                    break;
            found = i;
        }
#pragma omp task
        {
            numbers[19] = 7;
            numbers[size] = 7;
        }
    }
    printf("%ld\n", found);
    return 0;
}
