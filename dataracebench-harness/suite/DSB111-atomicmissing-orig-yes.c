/*
Threads add atomically, and one of them looks at the sum without an atomic read.
Data race pair: sum@14:9:W vs. sum@16:20:R
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int sum = 0, seen = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp atomic
        sum += 1;
        if (omp_get_thread_num() == 0)
            seen = sum;
    }
    printf("%d %d\n", sum, seen);
    return 0;
}
