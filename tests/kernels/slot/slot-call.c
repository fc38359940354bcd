// The address of what belongs to the thread is passed to functions of the C library.
//@ twin: slot-call-fixed.c
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

unsigned seeds[64];
char texts[64][16];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task
        {
            int drawn = rand_r(&seeds[omp_get_thread_num()]);
            snprintf(texts[omp_get_thread_num()], sizeof texts[0], "%d", drawn % 10);
        }
    }
    printf("%u\n", seeds[0]);
    return 0;
}
