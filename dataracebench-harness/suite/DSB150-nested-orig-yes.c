/*
Two inner teams count in a variable of their outer thread each, and both in a global one.
Data race pair: all@20:13:W vs. all@20:13:W
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
            all += 1;
        }
    }
    printf("%d\n", all);
    return 0;
}
