// Every thread counts in its own copy of the histogram.
//@ twin: reductions-array-missing.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int bin[4];

int main(void) {
#pragma omp parallel for schedule(static) reduction(+ : bin)
    for (int i = 0; i < 64; i++)
        bin[i % 4] += 1;
    printf("%d\n", bin[0]);
    return bin[0] != 16;
}
