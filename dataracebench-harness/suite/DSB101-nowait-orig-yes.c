/*
The second loop begins while others are still in the first, and reads elements that they write.
Data race pair: a[i]@17:13:W vs. a[N-1-i]@20:20:R
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
            b[i] = a[N-1-i];
    }
    printf("%d\n", b[0]);
    return 0;
}
