// A threadprivate variable keeps its value from region to region, on each thread.
//@ twin: threads-two-regions-other.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int place;
#pragma omp threadprivate(place)

int main(void) {
#pragma omp parallel num_threads(4)
    place = omp_get_thread_num();
#pragma omp parallel num_threads(4)
    if (place != omp_get_thread_num())
        puts("wrong");
    return 0;
}
