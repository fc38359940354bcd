// A table that many tasks read at once, round after round, and that is written when they are over. Only those of the group are
// waited for: the first round came before it.
//@ twin: settled-readers-waited.c
#include <stdio.h>

enum { N = 24, ROUNDS = 8 };
static int table[N], seen[ROUNDS][N];

static void read_all(int round) {
    for (int i = 0; i < N; i++) {
#pragma omp task firstprivate(i, round)
        seen[round][i] = table[i]; //~ race r1 read
    }
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < N; i++)
            table[i] = i;
        read_all(0);
#pragma omp taskgroup
        for (int round = 1; round < ROUNDS; round++)
            read_all(round);
        for (int i = 0; i < N; i++)
            table[i] += i; //~ race r1 write
#pragma omp taskwait
    }
    printf("%d %d\n", seen[0][3], seen[ROUNDS - 1][5]);
    return 0;
}
