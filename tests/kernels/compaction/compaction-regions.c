// Region after region, in which each thread has a place of its own.
//@ twin: compaction-regions-last-shared.c
//@ args: 750
//@ recorded-args: 5
//@ options: team=4
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int place[64], elements[64][20];

int main(int argc, char **argv) {
    int regions = argc > 1 ? atoi(argv[1]) : 1;
    for (int region = 0; region < regions; region++) {
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            for (int i = 0; i < 20; i++) {
#pragma omp task
                elements[me][i] = region;
            }
            place[me] = region;
        }
    }
    printf("%d %d\n", place[0], elements[0][0]);
    return 0;
}
