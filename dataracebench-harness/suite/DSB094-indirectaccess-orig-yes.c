/*
The table of targets names one element for two iterations far apart.
Data race pair: value[target[i]]@18:9:W vs. value[target[i]]@18:9:W
*/

#include <stdio.h>

enum { N = 64 };

int target[N], value[N];

int main(void) {
    for (int i = 0; i < N; i++)
        target[i] = i;
    target[N - 1] = 0;
#pragma omp parallel for schedule(static) num_threads(4)
    for (int i = 0; i < N; i++)
        value[target[i]] = i;
    printf("%d\n", value[0]);
    return 0;
}
