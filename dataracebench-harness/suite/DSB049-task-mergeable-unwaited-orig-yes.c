/*
A mergeable task shares the variable with its creator, whichever way it is run. Nobody waits for it
before the print.
Data race pair: mark@15:9:W vs. mark@16:31:R
*/

#include <stdio.h>

int main(void) {
    int mark = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(mark) mergeable
        mark += 4;
        printf("mark = %d\n", mark);
    }
    return 0;
}
