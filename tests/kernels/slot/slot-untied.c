// An untied task takes the number of its thread, and may go on on another one after the taskwait.
//@ twin: slot-untied-again.c
#include <omp.h>
#include <stdio.h>

int count[64];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task untied
        {
            int number = omp_get_thread_num();
#pragma omp taskwait
            count[number]++; //~ race r1 write, race r1 write
        }
    }
    printf("%d\n", count[0]);
    return 0;
}
