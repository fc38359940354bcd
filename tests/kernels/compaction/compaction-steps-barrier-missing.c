// One region in which no task begins, and threads that flush very often. No barrier comes before the reading.
//@ twin: compaction-steps.c
//@ args: 60000
//@ recorded-args: 5
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int place[64], seen[64], table[16];
struct {
    long value;
    char apart[56];
} counts[64];

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
    {
        int me = omp_get_thread_num(), next = (me + 1) % omp_get_num_threads(), sum = 0;
        place[me] = 1; //~ race r1 write
        for (int round = 0; round < rounds; round++) {
            sum += table[round % 16];
#pragma omp atomic seq_cst
            counts[me].value++;
        }
        seen[me] = place[next] + sum; //~ race r1 read
    }
    printf("%d %ld\n", seen[0], counts[0].value);
    return 0;
}
