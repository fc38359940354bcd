// A team of 57 threads, two of which share an element.
//@ twin: region-many-threads.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int a[57];

int main(void) {
#pragma omp parallel num_threads(57)
    a[omp_get_thread_num() % 56] = 1; //~ race r1 write, race r1 write
    printf("%d\n", a[0] + a[55]);
    return 0;
}
