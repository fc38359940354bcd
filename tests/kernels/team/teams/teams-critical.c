// A critical region excludes the threads of one contention group. The teams are two.
//@ twin: teams-atomic.c
//@ options: team=4
#include <stdio.h>

int sum;

int main(void) {
#pragma omp teams num_teams(2) thread_limit(2)
    {
#pragma omp parallel num_threads(2)
        {
#pragma omp critical
            sum += 1; //~ race r1 write, race r1 write
        }
    }
    printf("%d\n", sum);
    return 0;
}
