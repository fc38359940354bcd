/*
Two sections of one construct run at once and store into one variable.
Data race pair: mode@13:9:W vs. mode@15:9:W
*/

#include <stdio.h>

int main(void) {
    int mode = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        mode = 1;
#pragma omp section
        mode = 2;
    }
    printf("%d\n", mode);
    return 0;
}
