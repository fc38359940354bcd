// Two tasks write the same element of arrays of several element sizes.
//@ twin: task-neighbour-elements.c
#include <stdio.h>

char bytes[4];
short halves[4];
int words[4];
double doubles[4];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            bytes[1] = 1;   //~ race bytes write
            halves[2] = 1;  //~ race halves write
            words[0] = 1;   //~ race words write
            doubles[3] = 1; //~ race doubles write
        }
#pragma omp task
        {
            bytes[1] = 2;   //~ race bytes write
            halves[2] = 2;  //~ race halves write
            words[0] = 2;   //~ race words write
            doubles[3] = 2; //~ race doubles write
        }
    }
    printf("%d %d %d %g\n", bytes[1], halves[2], words[0], doubles[3]);
    return 0;
}
