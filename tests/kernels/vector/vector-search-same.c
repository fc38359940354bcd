// One task searches an array, another writes the element that ends the search.
//@ twin: vector-search-behind.c
#include <stdio.h>

enum { SIZE = 256, PLACE = 128 };

int numbers[SIZE];

int main(void) {
    int found = -1;
    numbers[PLACE] = 7;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(found)
        for (int i = 0; i < SIZE; i++)
            if (numbers[i] == 7) { //~ race r1 read
                found = i;
                break;
            }
#pragma omp task
        numbers[PLACE] = 7; //~ race r1 write
    }
    printf("%d\n", found);
    return 0;
}
