// A loop without iterations is no wait; the taskwait is one.
//@ twin: taskloop-no-iterations.c
//@ args: 0
//@ flags: -Wno-sign-compare
#include <stdio.h>
#include <stdlib.h>

int x, a[8];

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 0, seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;
#pragma omp taskloop
        for (int i = 0; i < size; i++)
            a[i] = i;
#pragma omp taskwait
        seen = x;
    }
    printf("%d %d\n", seen, a[0]);
    return 0;
}
