// Many tasks read some bytes of a table, one by one; those that are unordered with them write the bytes between.
//@ twin: settled-bytes-hit.c
#include <stdio.h>

unsigned char table[64];
volatile int first = 1;

static int look(int from, int step) {
    int sum = 0;
    for (int i = 0; i < 12; i++)
        sum += table[(from + 2 * i * step) % 64];
    return sum;
}

int main(void) {
    int sums[40];
    for (int i = 0; i < 64; i++)
        table[i] = (unsigned char)(i * 7);
#pragma omp parallel
#pragma omp single
    {
        for (int k = 0; k < 40; k++) {
#pragma omp task
            sums[k] = look(first, k % 3 + 1);
        }
        for (int k = 0; k < 8; k++) {
#pragma omp task
            table[first + 1 + 2 * k] = 9;
        }
#pragma omp taskwait
        table[1] = 3;
    }
    printf("%d\n", sums[39] + table[2]);
    return 0;
}
