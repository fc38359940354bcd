// A thread waits in a loop until a flag is set, which is released and acquired atomically.
//@ twin: spin-volatile.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int data, flag;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            data = 1;
#pragma omp atomic write release
            flag = 1;
        } else {
            int seen = 0;
            while (seen == 0) {
#pragma omp atomic read acquire
                seen = flag;
            }
            if (data != 1)
                puts("wrong");
        }
    }
    return 0;
}
