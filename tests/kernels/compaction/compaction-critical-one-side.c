// Many tasks that nobody has waited for count in critical sections; their creator's creator looks without one.
//@ twin: compaction-critical-both-sides.c
//@ args: 60
//@ recorded-args: 1
//@ options: locks=dc
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
                    count++; //~ race r1 write
                }
            }
#pragma omp taskwait
        }
        seen = count; //~ race r1 read
    }
    printf("%d %d\n", seen, count);
    return 0;
}
