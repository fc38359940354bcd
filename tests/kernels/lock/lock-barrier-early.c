// One thread reads what another one writes before both come to the barrier of the thread library.
//@ twin: lock-barrier-waited.c
//@ options: team=4
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

pthread_barrier_t meeting;
int value, copy;

int main(void) {
    pthread_barrier_init(&meeting, 0, 4);
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 1)
            value = 1; //~ race r1 write
        if (omp_get_thread_num() == 2)
            copy = value; //~ race r1 read
        pthread_barrier_wait(&meeting);
    }
    printf("%d\n", copy);
    return 0;
}
