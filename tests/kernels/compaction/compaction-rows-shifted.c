// Rounds of tasks in rows, each after the same one of the round before. In the last round they read their neighbours'
// elements.
//@ twin: compaction-rows.c
//@ args: 600
//@ recorded-args: 2
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 100 };
int rows[ROWS], others[ROWS], results[ROWS];

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < ROWS; i++) {
#pragma omp task depend(inout : rows[i])
                rows[i] += round; //~ race r1 write
            }
            // Others come and go in each round.
#pragma omp taskgroup
            for (int i = 0; i < ROWS; i++) {
#pragma omp task
                others[i] = round;
            }
        }
        for (int i = 0; i + 1 < ROWS; i++) {
#pragma omp task depend(in : rows[i])
            results[i] = rows[i + 1]; //~ race r1 read
        }
    }
    printf("%d\n", results[0]);
    return 0;
}
