// One thread changes a 64-bit number atomically, the other stores into half of it.
//@ twin: atomics-sizes.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

union {
    long whole;
    int half[2];
} number;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp atomic
            number.whole += 1; //~ race r1 write
        } else {
            number.half[1] = 2; //~ race r1 write
        }
    }
    printf("%d\n", number.half[1]);
    return 0;
}
