// The last iteration leaves its value in the variable; the loop has waited for it.
//@ twin: taskloop-lastprivate-nogroup.c
#include <stdio.h>

enum { SIZE = 24 };

int a[SIZE], last;

int main(void) {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(2) lastprivate(last)
        for (int i = 0; i < SIZE; i++) {
            last = i;
            a[i] = last;
        }
        seen = last;
    }
    printf("%d\n", seen);
    return 0;
}
