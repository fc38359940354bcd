// One task searches from the end, another writes the element that is found.
//@ twin: hoist-search-down-miss.c
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
                if (numbers[i] == key) //~ race r1 read
                    break;
            found = i;
        }
#pragma omp task
        {
            numbers[20] = 7; //~ race r1 write
            numbers[size] = 7;
        }
    }
    printf("%ld\n", found);
    return 0;
}
