// Two tasks fill two parts of an array of bytes; they meet within a word, and have no byte in common.
//@ twin: hoist-bytes-hit.c
#include <stdio.h>

volatile int middle = 37;
unsigned char bytes[101];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = middle;
            for (int i = 3; i < n; i++)
                bytes[i] = (unsigned char)(i * i);
        }
#pragma omp task
        {
            for (int i = middle; i < 101; i++)
                bytes[i] = (unsigned char)(i + i / 3);
            bytes[2] = 1;
        }
    }
    printf("%d\n", bytes[3]);
    return 0;
}
