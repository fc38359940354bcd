// All tasks are undeferred, because the bound is out of reach.
//@ twin: undeferred-in-a-loop.c
#include <stdio.h>

int a[8], total;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task if (i >= 8)
        a[i] = i;
        total += a[i];
    }
    printf("%d\n", total);
    return 0;
}
