// Threads that OpenMP did not make read, write, allocate and free while tasks run.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3, ROUNDS = 2000 };

int shared[64];
int results[64];

static void *work(void *argument) {
    int *mine = argument;
    for (int i = 0; i < ROUNDS; i++) {
        int *block = malloc(16 * sizeof *block);
        block[i % 16] = i;
        mine[i % 8] += block[i % 16];
        free(block);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    // OpenMP starts before the threads, so that this is the thread that is checked.
#pragma omp parallel
#pragma omp single
    results[0] = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &shared[8 * i]);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 64; i++) {
#pragma omp task
        {
            int *block = malloc(16 * sizeof *block);
            for (int k = 0; k < 16; k++)
                block[k] = i + k;
            results[i] = block[15];
            free(block);
        }
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", results[63]);
    return 3;
}
