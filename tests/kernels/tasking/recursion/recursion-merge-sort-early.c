// Merge sort: one half is sorted by a task, the other by the function itself, which then merges without waiting.
//@ twin: recursion-merge-sort.c
#include <stdio.h>

enum { SIZE = 2 };

int a[2 * SIZE], b[2 * SIZE];

static void sort(int from, int to) {
    if (to - from < 2)
        return;
    if (a[from] > a[from + 1]) {
        int first = a[from];
        a[from] = a[from + 1]; //~ race r1 write
        a[from + 1] = first;
    }
}

int main(void) {
    for (int i = 0; i < 2 * SIZE; i++)
        a[i] = 2 * SIZE - i;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        sort(0, SIZE);
        sort(SIZE, 2 * SIZE);
        for (int i = 0; i < 2 * SIZE; i += SIZE)
            b[i] = a[i]; //~ race r1 read
    }
    printf("%d\n", b[0]);
    return 0;
}
