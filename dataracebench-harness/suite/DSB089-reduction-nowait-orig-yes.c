/*
Without the barrier at the end of the loop the total is not there yet when it is read.
Data race pair: total@13:31:W vs. total@18:20:R
*/

#include <stdio.h>

int main(void) {
    int total = 0, seen[4] = {0};
#pragma omp parallel num_threads(4)
    {
        int me = 0;
#pragma omp for reduction(+ : total) nowait schedule(static, 1)
        for (int i = 0; i < 4; i++) {
            me = i;
            total += i;
        }
        seen[me] = total;
    }
    printf("%d %d\n", total, seen[0]);
    return 0;
}
