/*
Iterations of different threads meet in the bins of one histogram.
Data race pair: bin[(i*i)%BINS]@14:9:W vs. bin[(i*i)%BINS]@14:9:W
*/

#include <stdio.h>

enum { BINS = 5 };

int main(void) {
    int bin[BINS] = {0};
#pragma omp parallel for
    for (int i = 0; i < 200; i++)
        bin[(i*i)%BINS]++;
    printf("%d\n", bin[0]);
    return 0;
}
