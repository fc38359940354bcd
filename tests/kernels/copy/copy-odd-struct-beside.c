// One task copies a structure of 23 bytes, which is at an odd address, while another writes the byte behind the target.
//@ twin: copy-odd-struct-write.c
#include <stdio.h>

struct item {
    char bytes[23];
} items[3], source;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        items[1] = source;
#pragma omp task
        items[2].bytes[0] = 1;
    }
    printf("%d\n", items[1].bytes[0]);
    return 0;
}
