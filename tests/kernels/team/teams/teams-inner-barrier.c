// Each team has a parallel region, whose end waits for that team and not for the other.
//@ twin: teams-inner-barrier-own.c
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
            place[team] = 1; //~ race r1 write
        if (omp_get_num_teams() == 2)
            seen[team] = place[1 - team]; //~ race r1 read
    }
    printf("%d\n", seen[0]);
    return 0;
}
