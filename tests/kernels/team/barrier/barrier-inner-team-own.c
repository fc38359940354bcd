// The barrier is one of the inner team, whose threads hand something over among themselves.
//@ twin: barrier-inner-team.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int place[2], seen[2];

int main(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0)
                place[outer] = 1;
#pragma omp barrier
            if (omp_get_thread_num() == 1)
                seen[outer] = place[outer];
        }
    }
    printf("%d\n", seen[0]);
    return 0;
}
