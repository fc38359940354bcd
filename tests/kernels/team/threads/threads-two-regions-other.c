// Places are kept by thread number in one region and by iteration in the next, but both in one region: without a
// barrier between.
//@ twin: threads-two-regions.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int place[4];

int main(void) {
#pragma omp parallel num_threads(4)
    {
        place[omp_get_thread_num()] = 1; //~ race r1 write
        place[3 - omp_get_thread_num()] = 2; //~ race r1 write
    }
    printf("%d\n", place[0]);
    return 0;
}
