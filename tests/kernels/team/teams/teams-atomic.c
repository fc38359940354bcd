// An atomic update excludes all threads of the program, of whichever team.
//@ twin: teams-critical.c
//@ options: team=4
//@ guarantee: this lock order only
#include <stdio.h>

int sum;

int main(void) {
#pragma omp teams num_teams(2) thread_limit(2)
    {
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
            sum += 1;
        }
    }
    printf("%d\n", sum);
    return 0;
}
