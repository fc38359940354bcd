// The reader's iterator names every element.
//@ twin: depend-iterator-short.c
#include <stdio.h>

int a[6];

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 6; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i;
        }
#pragma omp task depend(iterator(i = 0 : 6), in : a[i]) shared(total)
        for (int i = 0; i < 6; i++)
            total += a[i];
    }
    printf("total = %d\n", total);
    return 0;
}
