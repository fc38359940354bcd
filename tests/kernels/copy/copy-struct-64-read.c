// One task copies a structure of 64 bytes while another writes the last word of it.
//@ twin: copy-struct-64-beside.c
#include <stdio.h>

struct item {
    long words[8];
} items[3], target;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        target = items[1]; //~ race r1 read
#pragma omp task
        items[1].words[7] = 1; //~ race r1 write
    }
    printf("%ld\n", target.words[0]);
    return 0;
}
