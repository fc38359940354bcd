// One task fills a structure of 20 bytes with a byte that is not known beforehand, while another writes the word behind it.
//@ twin: copy-clear-hit.c
#include <stdio.h>
#include <string.h>

volatile int byte = 3;
struct item {
    int words[5];
} items[3];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            const int with = byte;
            memset(&items[1], with, sizeof items[1]);
        }
#pragma omp task
        items[2].words[0] = 1;
    }
    printf("%d\n", items[1].words[0]);
    return items[1].words[3] != 0x03030303;
}
