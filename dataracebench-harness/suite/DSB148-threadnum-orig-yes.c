/*
Every thread writes the number of threads into one variable. The values are the same, the stores
still race.
Data race pair: count@13:5:W vs. count@13:5:W
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int count = 0;
#pragma omp parallel num_threads(4)
    count = omp_get_num_threads();
    printf("%d\n", count);
    return 0;
}
