/*
No barrier is implied by master: the others read the setting when it may not be there yet.
Data race pair: setting@13:9:W vs. setting@14:16:R
*/

#include <stdio.h>

int main(void) {
    int setting = 0, sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
#pragma omp master
        setting = 6;
        sum += setting;
    }
    printf("%d\n", sum);
    return 0;
}
