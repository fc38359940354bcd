// One task fills a structure of 20 bytes with a byte that is not known beforehand, while another writes the last word of it.
//@ twin: copy-clear-miss.c
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
            memset(&items[1], with, sizeof items[1]); //~ race r1 write
        }
#pragma omp task
        items[1].words[4] = 1; //~ race r1 write
    }
    printf("%d\n", items[1].words[0]);
    return items[1].words[3] != 0x03030303;
}
