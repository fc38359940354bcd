// The iterations are distributed over the teams; at the edge one team reads what the other writes.
//@ twin: teams-distribute-own.c
//@ options: team=4
#include <stdio.h>

int cell[65];

int main(void) {
#pragma omp teams distribute num_teams(2)
    for (int i = 0; i < 64; i++)
        cell[i] = cell[i + 1] + 1; //~ race r1 write, race r1 read
    printf("%d\n", cell[0]);
    return 0;
}
