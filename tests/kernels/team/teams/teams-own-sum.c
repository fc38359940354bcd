// Each team adds to a sum of its own.
//@ twin: teams-one-sum.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int sum[2];

int main(void) {
#pragma omp teams num_teams(2)
    sum[omp_get_team_num()] += 1;
    printf("%d\n", sum[0] + sum[1]);
    return 0;
}
