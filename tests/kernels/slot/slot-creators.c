// Each task counts in the element of the thread that created it. Any thread may run it.
//@ twin: slot-own.c
#include <omp.h>
#include <stdio.h>

int count[64];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int number = omp_get_thread_num();
        for (int i = 0; i < 6; i++) {
#pragma omp task
            count[number]++; //~ race r1 write, race r1 write
        }
    }
    printf("%d\n", count[0]);
    return 0;
}
