// All but one thread add atomically; that one reads atomically.
//@ twin: atomics-plain-read.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 0) {
            int seen;
#pragma omp atomic read
            seen = count;
            if (seen < 0)
                puts("wrong");
        } else {
#pragma omp atomic update
            count++;
        }
    }
    printf("%d\n", count);
    return count != 3;
}
