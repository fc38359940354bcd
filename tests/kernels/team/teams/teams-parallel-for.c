// The iterations are distributed over the threads of all teams, which store into one variable.
//@ twin: teams-parallel-for-reduction.c
//@ options: team=4
#include <stdio.h>

int last;

int main(void) {
#pragma omp teams distribute parallel for num_teams(2)
    for (int i = 0; i < 64; i++)
        last = i; //~ race r1 write, race r1 write
    printf("%d\n", last >= 0);
    return 0;
}
