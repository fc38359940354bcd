// The count is a variable of the calling task.
//@ twin: stack-static-local.c
#include <stdio.h>

int results[4];

static int next(int *count, int step) {
    *count += step;
    return *count;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        {
            int count = 1;
            next(&count, i);
            results[i] = next(&count, i);
        }
    }
    printf("%d\n", results[3]);
    return 0;
}
