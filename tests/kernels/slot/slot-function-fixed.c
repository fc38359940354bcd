// One of the calls passes a number that is not the thread's, so the function does not access what belongs to it.
//@ twin: slot-function.c
#include <omp.h>
#include <stdio.h>

int hits[64];
volatile int first;

__attribute__((noinline)) static void hit(int number) {
    hits[number]++; //~ race r1 write, race r1 write
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 6; i++) {
#pragma omp task
            hit(first);
        }
#pragma omp taskwait
#pragma omp task
        hit(omp_get_thread_num());
    }
    printf("%d\n", hits[0]);
    return 0;
}
