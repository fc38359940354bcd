/*
One thread stores the setting, and without a barrier the others read it.
Data race pair: setting@13:9:W vs. setting@14:16:R
*/

#include <stdio.h>

int main(void) {
    int setting = 0, sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
#pragma omp single nowait
        setting = 6;
        sum += setting;
    }
    printf("%d\n", sum);
    return 0;
}
