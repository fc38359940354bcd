/*
Each iteration reads the element behind its own, which the next iteration overwrites.
Data race pair: row[i]@17:9:W vs. row[i+1]@17:18:R
*/

#include <stdio.h>

enum { N = 400 };

int row[N];

int main(void) {
    for (int i = 0; i < N; i++)
        row[i] = i;
#pragma omp parallel for
    for (int i = 0; i < N - 1; i++)
        row[i] = row[i+1] + 1;
    printf("%d\n", row[N / 2]);
    return 0;
}
