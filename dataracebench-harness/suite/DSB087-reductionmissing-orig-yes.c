/*
The threads add to one sum.
Data race pair: sum@17:9:W vs. sum@17:9:W
Data race pair: sum@17:9:W vs. sum@17:15:R
*/

#include <stdio.h>

enum { N = 64 };

int main(void) {
    double sum = 0.0, table[N];
    for (int i = 0; i < N; i++)
        table[i] = 0.5 * i;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        sum = sum + table[i];
    printf("sum = %g\n", sum);
    return 0;
}
