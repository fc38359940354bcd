// A bit-field of 24 bits and a byte behind it, in an array: one task writes the bit-fields, another the bytes.
//@ twin: hoist-three-bytes-hit.c
#include <stdio.h>

volatile int size = 10;
struct {
    unsigned color : 24;
    unsigned char weight;
} __attribute__((packed)) pixels[20];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                pixels[i].color = 0x123456;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                pixels[i].weight = 3;
        }
    }
    printf("%d\n", pixels[3].weight);
    return 0;
}
