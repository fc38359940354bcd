/*
Each thread begins with a copy of the seed, and the last section hands out what it made of it.
*/

#include <stdio.h>

int main(void) {
    int seed = 5, result = 0;
#pragma omp parallel sections firstprivate(seed) lastprivate(result) num_threads(2)
    {
#pragma omp section
        {
            seed += 1;
            result = seed;
        }
#pragma omp section
        {
            seed *= 2;
            result = seed;
        }
    }
    printf("%d\n", result);
    return result < 10;
}
