// A task reads what an initialiser of pthread_once writes, without asking for it first.
//@ twin: lock-once-passed.c
#include <pthread.h>
#include <stdio.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int scale, out[3];

static void fill(void) {
    scale = 2; //~ race r1 write
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        pthread_once(&control, fill);
#pragma omp task
        {
            pthread_once(&control, fill);
            out[0] = scale;
        }
#pragma omp task
        out[1] = scale; //~ race r1 read
    }
    printf("%d\n", out[0]);
    return 0;
}
