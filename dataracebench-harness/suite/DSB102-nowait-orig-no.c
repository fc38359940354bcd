/*
Both loops have the same static schedule and length: a thread reads in the second what it wrote
itself in the first.
*/

#include <stdio.h>

enum { N = 80 };

int a[N], b[N];

int main(void) {
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++)
            a[i] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < N; i++)
            b[i] = a[i] + 1;
    }
    printf("%d\n", b[0]);
    return b[79] != 80;
}
