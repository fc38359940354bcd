/*
The table of targets is a permutation: no two iterations meet.
*/

#include <stdio.h>

enum { N = 64 };

int target[N], value[N];

int main(void) {
    for (int i = 0; i < N; i++)
        target[i] = (i * 5) % N;
#pragma omp parallel for schedule(static) num_threads(4)
    for (int i = 0; i < N; i++)
        value[target[i]] = i;
    printf("%d\n", value[5]);
    return value[5] != 1;
}
