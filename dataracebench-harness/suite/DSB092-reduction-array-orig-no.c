/*
A whole histogram is reduced: every thread counts into bins of its own.
*/

#include <stdio.h>

enum { BINS = 5 };

int main(void) {
    int bin[BINS] = {0};
#pragma omp parallel for reduction(+ : bin[:BINS])
    for (int i = 0; i < 200; i++)
        bin[(i * i) % BINS]++;
    printf("%d\n", bin[0]);
    return bin[0] != 40;
}
