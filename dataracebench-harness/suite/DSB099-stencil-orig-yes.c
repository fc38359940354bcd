/*
A smoothing pass in place: neighbouring rows belong to different threads.
Data race pair: field[i]@17:9:W vs. field[i-1]@17:21:R
Data race pair: field[i]@17:9:W vs. field[i+1]@17:45:R
*/

#include <stdio.h>

enum { N = 40 };

double field[N];

int main(void) {
    field[N / 2] = 100.0;
#pragma omp parallel for schedule(static, 5) num_threads(4)
    for (int i = 1; i < N - 1; i++)
        field[i] = (field[i-1] + field[i] + field[i+1]) / 3.0;
    printf("%g\n", field[N / 2]);
    return 0;
}
