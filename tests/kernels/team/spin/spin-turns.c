// The threads take turns by an atomic number, and each passes the turn on behind its store.
//@ twin: spin-turns-late.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int turn, last;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num(), seen = -1;
        while (seen != me) {
#pragma omp atomic read seq_cst
            seen = turn;
        }
        last = me;
#pragma omp atomic update seq_cst
        turn += 1;
    }
    printf("%d\n", last);
    return last != 3;
}
