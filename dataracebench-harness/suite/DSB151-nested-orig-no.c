/*
Two inner teams count in a variable of their outer thread, which adds it to the global one when its
team has ended.
*/

#include <omp.h>
#include <stdio.h>

int all;

int main(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int own = 0;
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
            own++;
        }
#pragma omp critical
        all += own;
    }
    printf("%d\n", all);
    return all < 2;
}
