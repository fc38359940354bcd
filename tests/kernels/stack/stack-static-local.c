// A function keeps a count in a static variable: all tasks that call it share the count.
//@ twin: stack-automatic-local.c
#include <stdio.h>

int results[4];

static int next(int step) {
    static int count;
    count += step; //~ race r1 write, race r1 write
    return count;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        results[i] = next(i);
    }
    printf("%d\n", results[3]);
    return 0;
}
