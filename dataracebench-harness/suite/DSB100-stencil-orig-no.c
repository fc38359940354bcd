/*
A smoothing pass from one array to the other, with the barrier of the loop between the passes.
*/

#include <stdio.h>

enum { N = 40, PASSES = 4 };

double field[2][N];

int main(void) {
    field[0][N / 2] = 100.0;
#pragma omp parallel num_threads(4)
    for (int pass = 0; pass < PASSES; pass++) {
        const double *from = field[pass % 2];
        double *to = field[1 - pass % 2];
#pragma omp for
        for (int i = 1; i < N - 1; i++)
            to[i] = (from[i-1] + from[i] + from[i+1]) / 3.0;
    }
    printf("%g\n", field[0][N / 2]);
    return 0;
}
