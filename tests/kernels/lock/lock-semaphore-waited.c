// A task hands a value over: it posts a semaphore, for which the other one waits.
//@ twin: lock-semaphore-unwaited.c
//@ options: team=4
//@ guarantee: this lock order only
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
            copy = value;
        }
#pragma omp task
        {
            value = 1;
            sem_post(&there);
        }
    }
    printf("%d\n", copy);
    return 0;
}
