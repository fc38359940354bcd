/*
Both tasks store into the same counter and nothing orders them.
Data race pair: stock@14:9:W vs. stock@16:9:W
*/

#include <stdio.h>

int main(void) {
    int stock = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        stock = 10;
#pragma omp task
        stock = 20;
    }
    printf("stock = %d\n", stock);
    return 0;
}
