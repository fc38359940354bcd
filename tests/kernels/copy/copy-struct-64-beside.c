// One task copies a structure of 64 bytes while another writes the word behind it.
//@ twin: copy-struct-64-read.c
#include <stdio.h>

struct item {
    long words[8];
} items[3], target;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        target = items[1];
#pragma omp task
        items[2].words[0] = 1;
    }
    printf("%ld\n", target.words[0]);
    return 0;
}
