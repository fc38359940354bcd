// Flushes around a flag that is not atomic: the flag itself races, and with it what it should guard.
//@ twin: flush-barrier.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int data, flag;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            data = 1; //~ race r1 write
#pragma omp flush
            flag = 1; //~ race r2 write
#pragma omp flush(flag)
        } else {
#pragma omp flush(flag)
            int seen = flag; //~ race r2 read
#pragma omp flush
            if (data < seen - 1) //~ race r1 read
                puts("wrong");
        }
    }
    printf("%d\n", data);
    return 0;
}
