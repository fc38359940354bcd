// Rounds of a team between barriers, with tasks; before the last round's reading there is none.
//@ twin: compaction-barriers.c
//@ args: 800
//@ recorded-args: 5
//@ options: team=4
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int place[64], seen[64], elements[64][20];

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
    {
        int me = omp_get_thread_num(), next = (me + 1) % omp_get_num_threads();
        for (int round = 0; round < rounds; round++) {
            place[me] = round; //~ race r1 write
            if (round + 1 < rounds) {
#pragma omp barrier
            }
            seen[me] += place[next]; //~ race r1 read
            for (int i = 0; i < 20; i++) {
#pragma omp task
                elements[me][i] = round;
            }
#pragma omp barrier
        }
    }
    printf("%d %d\n", seen[0], elements[0][0]);
    return 0;
}
