// The iterations are distributed over the teams, and each has its own element.
//@ twin: teams-distribute-neighbour.c
//@ guarantee: this input, for teams of up to 2 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int cell[65];

int main(void) {
#pragma omp teams distribute num_teams(2)
    for (int i = 0; i < 64; i++)
        cell[i] = i + 1;
    printf("%d\n", cell[0]);
    return 0;
}
