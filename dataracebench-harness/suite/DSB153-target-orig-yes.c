/*
A target region on the host: the loop inside carries a dependence.
Data race pair: a[i]@17:9:W vs. a[i+1]@17:16:R
*/

#include <stdio.h>

enum { N = 64 };

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target map(tofrom : a)
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < N - 1; i++)
        a[i] = a[i+1] * 2;
    printf("%d\n", a[0]);
    return 0;
}
