// The threads take turns by an atomic number, but each passes the turn on before its store.
//@ twin: spin-turns.c
//@ options: team=4
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
#pragma omp atomic update seq_cst
        turn += 1;
        last = me; //~ race r1 write, race r1 write
    }
    printf("%d\n", last >= 0);
    return 0;
}
