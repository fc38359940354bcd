// A task that nobody has waited for counts in a critical section, and so do many that are waited for: critical sections
// that conflict keep their order, so the first one is over, too.
//@ twin: compaction-sections-sets.c
//@ args: 60
//@ recorded-args: 1
//@ options: locks=dc
//@ guarantee: this lock order only, with its critical sections in the order they had (locks=dc)
#include <stdio.h>
#include <stdlib.h>

int count;

int main(int argc, char **argv) {
    int batches = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp critical
            count = 1;
        }
        for (int batch = 0; batch < batches; batch++) {
#pragma omp taskgroup
            for (int i = 0; i < 1000; i++) {
#pragma omp task
                {
#pragma omp critical
                    count++;
                }
            }
        }
        count = 0;
    }
    printf("%d\n", count);
    return 0;
}
