// Merge sort: the halves are sorted by tasks, and merged when both are done.
//@ twin: recursion-merge-sort-early.c
#include <stdio.h>

enum { SIZE = 32 };

int a[SIZE], b[SIZE];

static void sort(int from, int to) {
    if (to - from < 2)
        return;
    int middle = (from + to) / 2;
#pragma omp task
    sort(from, middle);
#pragma omp task
    sort(middle, to);
#pragma omp taskwait
    for (int i = from, left = from, right = middle; i < to; i++)
        b[i] = right == to || (left < middle && a[left] <= a[right]) ? a[left++] : a[right++];
    for (int i = from; i < to; i++)
        a[i] = b[i];
}

int main(void) {
    for (int i = 0; i < SIZE; i++)
        a[i] = (i * 7) % SIZE;
#pragma omp parallel
#pragma omp single
    sort(0, SIZE);
    printf("%d %d\n", a[0], a[SIZE - 1]);
    return 0;
}
