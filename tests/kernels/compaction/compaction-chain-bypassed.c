// A chain of tasks, each after the one before it by a depend clause. None of them is waited for, and the last reader
// names another variable.
//@ twin: compaction-chain.c
//@ args: 60000
//@ recorded-args: 100
#include <stdio.h>
#include <stdlib.h>

long total, other, result;
int elements[1000];

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < count; i++) {
#pragma omp task depend(inout : total)
            total += i; //~ race r1 write
        }
        // Others come and go before the reader does.
        for (int batch = 0; batch < count; batch += 1000) {
#pragma omp taskgroup
            for (int i = 0; i < 1000; i++) {
#pragma omp task
                elements[i] = batch;
            }
        }
#pragma omp task depend(in : other)
        result = total; //~ race r1 read
    }
    printf("%ld %ld\n", result, other);
    return 0;
}
