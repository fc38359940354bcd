// All threads use atomics, of different memory orders.
//@ twin: atomics-orders-plain.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        int seen = 0;
        switch (omp_get_thread_num()) {
        case 0:
#pragma omp atomic seq_cst
            count += 1;
            break;
        case 1:
#pragma omp atomic write release
            count = 2;
            break;
        case 2:
#pragma omp atomic read acquire
            seen = count;
            break;
        default:
#pragma omp atomic capture acq_rel
            seen = count--;
        }
        if (seen < -1)
            puts("wrong");
    }
    printf("%d\n", count < 9);
    return 0;
}
