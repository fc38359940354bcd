// A matrix of pointers to rows. Two tasks fill rows of their own; two of the pointers are the same.
//@ twin: hoist-row-pointers-miss.c
#include <stdio.h>

volatile int size = 10, width = 7;
int numbers[70], *rows[10];

static void fill(int from, int to, int m) {
    for (int i = from; i < to; i++)
        for (int j = 0; j < m; j++)
            rows[i][j] = i; //~ race r1 write, race r1 write
}

int main(void) {
    for (int i = 0; i < 10; i++)
        rows[i] = numbers + 7 * (9 - i);
    rows[9] = rows[0];
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        fill(0, size / 2, width);
#pragma omp task
        fill(size / 2, size, width);
    }
    printf("%d\n", numbers[8]);
    return 0;
}
