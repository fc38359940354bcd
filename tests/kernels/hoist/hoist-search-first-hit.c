// The search ends at once, at an element that another task writes.
//@ twin: hoist-search-first-miss.c
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
            while (i < n && numbers[i] != key) //~ race r1 read
                i++;
            found = i;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                numbers[i] = 7; //~ race r1 write
        }
    }
    printf("%d\n", found);
    return 0;
}
