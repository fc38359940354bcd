// A task that nobody has waited for counts in a critical section, and so do many that are waited for. With lock sets
// alone the first one is not ordered before what comes later.
//@ twin: compaction-sections-dc.c
//@ args: 60
//@ recorded-args: 1
//@ options: locks=sets
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
            count = 1; //~ race r1 write
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
        count = 0; //~ race r1 write
    }
    printf("%d\n", count);
    return 0;
}
