// Many tasks that nobody has waited for count in critical sections, and so does who looks at the count.
//@ twin: compaction-critical-one-side.c
//@ args: 60
//@ recorded-args: 1
//@ options: locks=dc
//@ guarantee: this lock order only, with its critical sections in the order they had (locks=dc)
#include <stdio.h>
#include <stdlib.h>

int count, seen;

int main(int argc, char **argv) {
    int batches = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        for (int batch = 0; batch < batches; batch++) {
            for (int i = 0; i < 1000; i++) {
#pragma omp task
                {
#pragma omp critical
                    count++;
                }
            }
#pragma omp taskwait
        }
#pragma omp critical
        seen = count;
    }
    printf("%d %d\n", seen, count);
    return 0;
}
