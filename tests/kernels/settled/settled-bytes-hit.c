// Many tasks read some bytes of a table, one by one; one that is unordered with them writes a byte
// that the last of them has read.
//@ twin: settled-bytes-miss.c
#include <stdio.h>

unsigned char table[64];
volatile int first = 1;

static int look(int from, int step) {
    int sum = 0;
    for (int i = 0; i < 12; i++)
        sum += table[(from + i * i * step) % 37]; //~ race r1 read
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
#pragma omp task
        table[first + 1] = 9; //~ race r1 write
#pragma omp taskwait
    }
    printf("%d\n", sums[39] + table[2]);
    return 0;
}
