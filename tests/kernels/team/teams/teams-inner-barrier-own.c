// Each team has a parallel region, whose result it reads behind the region.
//@ twin: teams-inner-barrier.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int place[2], seen[2];

int main(void) {
#pragma omp teams num_teams(2) thread_limit(2)
    {
        int team = omp_get_team_num();
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 0)
            place[team] = 1;
        seen[team] = place[team];
    }
    printf("%d\n", seen[0]);
    return 0;
}
