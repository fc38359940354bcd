/*
The barrier at the end of the single region stands between the store and the reads.
*/

#include <stdio.h>

int main(void) {
    int setting = 0, sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
#pragma omp single
        setting = 6;
        sum += setting;
    }
    printf("%d\n", sum);
    return sum != 24;
}
