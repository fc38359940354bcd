/*
Every thread adds to a sum of its own and the runtime adds these up.
*/

#include <stdio.h>

enum { N = 64 };

int main(void) {
    double sum = 0.0, table[N];
    for (int i = 0; i < N; i++)
        table[i] = 0.5 * i;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum = sum + table[i];
    printf("sum = %g\n", sum);
    return sum != 1008.0;
}
