// Each thread draws a number atomically, but then writes where its own thread number says, and one further.
//@ twin: atomics-capture.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int next, seat[5];

int main(void) {
#pragma omp parallel num_threads(4)
    {
        int ticket;
#pragma omp atomic capture
        ticket = next++;
        seat[omp_get_thread_num()] = ticket;     //~ race r1 write
        seat[omp_get_thread_num() + 1] = ticket; //~ race r1 write
    }
    printf("%d\n", next);
    return 0;
}
