/*
A barrier behind the master region lets the others read what it stored.
*/

#include <stdio.h>

int main(void) {
    int setting = 0, sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
#pragma omp master
        setting = 6;
#pragma omp barrier
        sum += setting;
    }
    printf("%d\n", sum);
    return sum != 24;
}
