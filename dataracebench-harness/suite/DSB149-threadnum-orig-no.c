/*
Only the thread of number zero writes the number of threads.
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int count = 0;
#pragma omp parallel num_threads(4)
    if (omp_get_thread_num() == 0)
        count = omp_get_num_threads();
    printf("%d\n", count);
    return 0;
}
