// A thread waits for a flag with flushes around relaxed atomic accesses.
//@ twin: spin-flush-plain.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int flag;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1) {
#pragma omp flush
#pragma omp atomic write
            flag = 1;
        } else {
            int seen = 0;
            while (seen == 0) {
#pragma omp atomic read
                seen = flag;
#pragma omp flush
            }
        }
    }
    printf("%d\n", flag);
    return 0;
}
