/*
Threads add atomically, and look at the sum atomically.
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int sum = 0, seen = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp atomic
        sum += 1;
        if (omp_get_thread_num() == 0) {
#pragma omp atomic read
            seen = sum;
        }
    }
    printf("%d %d\n", sum, seen);
    return sum != 4;
}
