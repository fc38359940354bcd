// One thread adds atomically, the other stores without.
//@ twin: atomics-write.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp atomic
            count += 1; //~ race r1 write
        } else {
            count = 5; //~ race r1 write
        }
    }
    printf("%d\n", count);
    return 0;
}
