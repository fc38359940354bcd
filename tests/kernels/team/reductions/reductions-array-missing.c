// All threads count in the bins of one histogram.
//@ twin: reductions-array.c
//@ options: team=4
#include <stdio.h>

int bin[4];

int main(void) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; i++)
        bin[i % 4] += 1; //~ race r1 write, race r1 write
    printf("%d\n", bin[0]);
    return 0;
}
