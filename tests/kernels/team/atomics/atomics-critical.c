// An atomic update and a critical region do not exclude each other.
//@ twin: atomics-inside-critical.c
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
#pragma omp critical
            count += 2; //~ race r1 write
        }
    }
    printf("%d\n", count);
    return 0;
}
