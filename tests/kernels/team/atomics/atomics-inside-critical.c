// An atomic update inside a critical region is still atomic.
//@ twin: atomics-critical.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp atomic
            count += 1;
        } else {
#pragma omp critical
            {
#pragma omp atomic
                count += 2;
            }
        }
    }
    printf("%d\n", count);
    return count != 3;
}
