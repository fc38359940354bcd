// There is one element to search, and another task writes it.
//@ twin: hoist-search-nothing-miss.c
#include <stdio.h>

volatile int size = 1, wanted = 7;
int numbers[100], found;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int i = 0, n = size, key = wanted;
            while (i < n && numbers[i] != key) //~ race r1 read
                i++;
            found = i;
        }
#pragma omp task
        numbers[0] = 3; //~ race r1 write
    }
    printf("%d\n", found);
    return 0;
}
