/*
A target region on the host: every iteration has its own elements.
*/

#include <stdio.h>

enum { N = 64 };

int main(void) {
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target map(to : a) map(from : b)
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < N; i++)
        b[i] = a[i] * 2;
    printf("%d\n", b[5]);
    return b[5] != 10;
}
