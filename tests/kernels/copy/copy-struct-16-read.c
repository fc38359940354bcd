// One task copies a structure of 16 bytes while another writes the last word of it.
//@ twin: copy-struct-16-beside.c
#include <stdio.h>

struct item {
    long words[2];
} items[3], target;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        target = items[1]; //~ race r1 read
#pragma omp task
        items[1].words[1] = 1; //~ race r1 write
    }
    printf("%ld\n", target.words[0]);
    return 0;
}
