// Data is handed over by a flag in critical sections, far apart. With lock sets alone that is no order.
//@ twin: compaction-flag-dc.c
//@ args: 60
//@ recorded-args: 1
//@ options: locks=sets
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
            data = 1; //~ race r1 write
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
                result = data; //~ race r1 read
        }
    }
    printf("%d %d\n", result, counts[0]);
    return 0;
}
