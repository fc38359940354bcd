// Two searches of the same memory, in two branches: the report names the line of the one that ran.
//@ twin: hoist-branches-search-miss.c
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
                while (i < n && numbers[i] != 7) //~ race r1 read
                    i++;
            }
            found = i;
        }
#pragma omp task
        numbers[30] = 1; //~ race r1 write
    }
    printf("%d\n", found < 0);
    return 0;
}
