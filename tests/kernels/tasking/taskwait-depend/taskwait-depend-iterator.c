// The taskwait is for all elements.
//@ twin: taskwait-depend-iterator-short.c
#include <stdio.h>

enum { SIZE = 4 };

int a[SIZE];

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < SIZE; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i;
        }
#pragma omp taskwait depend(iterator(i = 0 : SIZE), in : a[i])
        for (int i = 0; i < SIZE; i++)
            total += a[i];
    }
    printf("%d\n", total);
    return 0;
}
