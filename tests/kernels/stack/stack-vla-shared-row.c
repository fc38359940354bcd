// Two tasks write one row of an array whose size is known at run time only.
//@ twin: stack-vla-own-row.c
//@ args: 6
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int columns = argc > 1 ? atoi(argv[1]) : 3;
    int table[2][columns];
    for (int k = 0; k < columns; k++)
        table[0][k] = table[1][k] = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(table)
        for (int k = 0; k < columns; k++)
            table[0][k] += 1; //~ race r1 write
#pragma omp task shared(table)
        for (int k = 0; k < columns; k++)
            table[0][k] += 2; //~ race r1 write
    }
    printf("%d\n", table[0][columns - 1]);
    return 0;
}
