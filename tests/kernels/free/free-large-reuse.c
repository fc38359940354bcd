// Tasks get, write and free large blocks, which lie where others have been before; so do small ones, and mapped memory.
//@ twin: free-large-late.c
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { SIZE = 1 << 20 };

int sums[8];

int main(void) {
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 128 << 20);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task
        {
            char *block = malloc(SIZE);
            for (int k = 0; k < SIZE; k += i % 2 ? 1 : 4096)
                block[k] = i;
            sums[i] = block[4096 * i];
            free(block);
            char *small[50];
            for (int k = 0; k < 50; k++) {
                small[k] = malloc(1000 * k + 1);
                small[k][500 * k] = 1;
            }
            for (int k = 0; k < 50; k++)
                free(small[k]);
            char *mapped = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            mapped[SIZE / 2] = 1;
            mapped = mremap(mapped, SIZE, 2 * SIZE, MREMAP_MAYMOVE);
            mapped[SIZE] = 1;
            munmap(mapped, SIZE);
            munmap(mapped + SIZE, SIZE);
        }
    }
    printf("%d %d\n", sums[0], sums[7]);
    return 0;
}
