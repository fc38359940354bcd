// Of four threads, three use atomics of different memory orders, and one stores without.
//@ twin: atomics-orders.c
//@ options: team=4
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
            count += 1; //~ race r1 write
            break;
        case 1:
#pragma omp atomic write release
            count = 2; //~ race r2 write
            break;
        case 2:
#pragma omp atomic read acquire
            seen = count; //~ race r3 read
            break;
        default:
            count = 3; //~ race r1 write, race r2 write, race r3 write
        }
        if (seen < 0)
            puts("wrong");
    }
    printf("%d\n", count);
    return 0;
}
