// Each team has one thread, whose regions libomp runs as part of the team's own. Each has its own array.
//@ twin: gcc-teams-one-array.c
//@ guarantee: this input, for teams of up to 2 threads that share out loops as in this run
//@ compiler: gcc
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int a[64], b[64];

int main(void) {
#pragma omp teams num_teams(2) thread_limit(1)
    {
        int *mine = omp_get_team_num() ? a : b;
#pragma omp parallel for
        for (int i = 0; i < 8; i++)
            mine[i] = i;
    }
    printf("%d\n", a[3] + b[3]);
    return 0;
}
