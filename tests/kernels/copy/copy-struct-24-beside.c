// One task copies a structure of 24 bytes while another writes the word behind it.
//@ twin: copy-struct-24-read.c
#include <stdio.h>

struct item {
    long words[3];
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
