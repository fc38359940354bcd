// A barrier does what the flushes cannot do.
//@ twin: flush-flag.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int data, flag;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            data = 1;
#pragma omp flush
            flag = 1;
        }
#pragma omp barrier
        if (omp_get_thread_num() == 1) {
            int seen = flag;
#pragma omp flush
            if (data < seen)
                puts("wrong");
        }
    }
    printf("%d\n", data);
    return 0;
}
