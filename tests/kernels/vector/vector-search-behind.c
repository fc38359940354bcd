// One task searches an array, another writes the element behind the one that ends the search. A vectorised search would read it.
//@ twin: vector-search-same.c
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
            if (numbers[i] == 7) {
                found = i;
                break;
            }
#pragma omp task
        numbers[PLACE + 1] = 7;
    }
    printf("%d\n", found);
    return 0;
}
