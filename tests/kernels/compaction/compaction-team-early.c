// In a team, each thread has tasks come and go, and reads what its neighbour has written before: no barrier is in
// between.
//@ twin: compaction-team-waited.c
//@ args: 20
//@ recorded-args: 1
//@ options: team=4
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int place[64], seen[64], elements[64][1000];

int main(int argc, char **argv) {
    int batches = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
    {
        int me = omp_get_thread_num(), next = (me + 1) % omp_get_num_threads();
        place[me] = me; //~ race r1 write
        for (int batch = 0; batch < batches; batch++) {
            for (int i = 0; i < 1000; i++) {
#pragma omp task
                elements[me][i] = batch;
            }
#pragma omp taskwait
        }
        seen[me] = place[next]; //~ race r1 read
    }
    printf("%d %d\n", seen[0], elements[0][0]);
    return 0;
}
