// The function waits for the task that writes into its local array.
//@ twin: stack-array-element.c
#include <stdio.h>

int results[4];

static void work(int i) {
    int local[8] = {0};
#pragma omp task shared(local)
    local[i] = i + 1;
#pragma omp taskwait
    results[i] = local[i];
}

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        work(i);
    }
    printf("%d %d\n", results[0], results[3]);
    return 0;
}
