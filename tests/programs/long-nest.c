// One thread computes for more than a second in loops that touch the same memory again and again, while another waits for its turn.
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 1024 };

// Each product waits for the one before.
static double work(const double *values, long rounds) {
    double sum = 1.0;
    for (long round = 0; round < rounds; round++)
        for (int i = 0; i < LENGTH; i++)
            sum = sum * values[i] + 1.0;
    return sum;
}

int main(int count, char **arguments) {
    const long rounds = count > 1 ? atol(arguments[1]) : 1;
    double *values = malloc(LENGTH * sizeof *values), sums[2];
    for (int i = 0; i < LENGTH; i++)
        values[i] = 1.0 / (i + 2);
#pragma omp parallel num_threads(2)
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; i++)
        sums[i] = work(values, i == 0 ? rounds : rounds / 8);
    printf("%d\n", sums[0] > 0 && sums[1] > 0);
    free(values);
}
