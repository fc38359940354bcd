// A loop without iterations has no tasks, and still ends its group. The task that was created before it is not awaited by it.
//@ twin: taskloop-no-iterations-waited.c
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
        x = 1; //~ race r1 write
#pragma omp taskloop
        for (int i = 0; i < size; i++)
            a[i] = i;
        seen = x; //~ race r1 read
    }
    printf("%d %d\n", seen, a[0]);
    return 0;
}
