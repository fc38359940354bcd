// The threads of a team meet at a barrier of the thread library between their writes and their reads.
//@ twin: lock-barrier-early.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

pthread_barrier_t meeting;
int values[4], sums[4];

int main(void) {
    pthread_barrier_init(&meeting, 0, 4);
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        values[me] = me;
        pthread_barrier_wait(&meeting);
        sums[me] = values[me] + values[(me + 1) % 4];
    }
    printf("%d\n", sums[3]);
    return 0;
}
