// A team of 57 threads, a size at which libomp once miscounted its helpers.
//@ twin: region-many-threads-shared.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int a[57];

int main(void) {
#pragma omp parallel num_threads(57)
    a[omp_get_thread_num()] = 1;
    int sum = 0;
    for (int i = 0; i < 57; i++)
        sum += a[i];
    printf("%d\n", sum);
    return sum == 57 ? 0 : 1;
}
