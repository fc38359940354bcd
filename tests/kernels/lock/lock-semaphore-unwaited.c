// A task posts the semaphore before it writes the value: who waits for it may come too early.
//@ twin: lock-semaphore-waited.c
//@ options: team=4
#include <semaphore.h>
#include <stdio.h>

sem_t there;
int value, copy;

int main(void) {
    sem_init(&there, 0, 0);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            sem_wait(&there);
            copy = value; //~ race r1 read
        }
#pragma omp task
        {
            sem_post(&there);
            value = 1; //~ race r1 write
        }
    }
    printf("%d\n", copy);
    return 0;
}
