// Data is handed over by a flag in critical sections, far apart; critical sections that conflict keep their order.
//@ twin: compaction-flag-sets.c
//@ args: 60
//@ recorded-args: 1
//@ options: locks=dc
//@ guarantee: this lock order only, with its critical sections in the order they had (locks=dc)
#include <stdio.h>
#include <stdlib.h>

int data, flag, result, counts[10];

// Tasks that come and go, each with a critical section.
static void crowd(int batches) {
    for (int batch = 0; batch < batches; batch++) {
#pragma omp taskgroup
        for (int i = 0; i < 1000; i++) {
#pragma omp task
            {
#pragma omp critical
                counts[i % 10]++;
            }
        }
    }
}

int main(int argc, char **argv) {
    int batches = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            data = 1;
#pragma omp critical
            flag = 1;
        }
        crowd(batches);
#pragma omp task
        {
            int ready;
#pragma omp critical
            ready = flag;
            if (ready)
                result = data;
        }
    }
    printf("%d %d\n", result, counts[0]);
    return 0;
}
