// One task copies a structure of 23 bytes, which is at an odd address, while another writes the last byte of the target.
//@ twin: copy-odd-struct-beside.c
#include <stdio.h>

struct item {
    char bytes[23];
} items[3], source;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        items[1] = source; //~ race r1 write
#pragma omp task
        items[1].bytes[22] = 1; //~ race r1 write
    }
    printf("%d\n", items[1].bytes[0]);
    return 0;
}
