/*
The total is read and written inside a critical region, but also read outside of it.
Data race pair: total@13:9:W vs. total@14:13:R
*/

#include <stdio.h>

int main(void) {
    int total = 0, most = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp critical
        total += 2;
        if (total > 100) {
#pragma omp critical
            most = total;
        }
    }
    printf("%d %d\n", total, most);
    return 0;
}
