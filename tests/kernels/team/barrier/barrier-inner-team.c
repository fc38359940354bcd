// The barrier is one of the inner team; the outer threads pass it apart from each other.
//@ twin: barrier-inner-team-own.c
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
                place[outer] = 1; //~ race r1 write
#pragma omp barrier
            if (omp_get_thread_num() == 1)
                seen[outer] = place[1 - outer]; //~ race r1 read
        }
    }
    printf("%d\n", seen[0]);
    return 0;
}
