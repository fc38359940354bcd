/*
The shifted values go to another array, so that nothing is overwritten that is still to be read.
*/

#include <stdio.h>

enum { N = 400 };

int row[N], shifted[N];

int main(void) {
    for (int i = 0; i < N; i++)
        row[i] = i;
#pragma omp parallel for
    for (int i = 0; i < N - 1; i++)
        shifted[i] = row[i+1] + 1;
    printf("%d\n", shifted[N / 2]);
    return shifted[10] != 12;
}
