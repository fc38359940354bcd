// Each thread draws a number atomically and writes where that says: no number is drawn twice.
//@ twin: atomics-capture-index.c
//@ options: team=4
//@ guarantee: this lock order only
#include <stdio.h>

int next, seat[4];

int main(void) {
#pragma omp parallel num_threads(4)
    {
        int ticket;
#pragma omp atomic capture
        {
            ticket = next;
            next = next + 1;
        }
        seat[ticket] = 1;
    }
    printf("%d %d\n", next, seat[3]);
    return next != 4;
}
