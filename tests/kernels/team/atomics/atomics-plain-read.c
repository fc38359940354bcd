// All but one thread add atomically; that one reads without.
//@ twin: atomics-read.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 0) {
            if (count < 0) //~ race r1 read
                puts("wrong");
        } else {
#pragma omp atomic update
            count++; //~ race r1 write
        }
    }
    printf("%d\n", count);
    return 0;
}
