/*
One section updates atomically, the other inside a critical region: the two do not exclude each
other.
Data race pair: level@16:13:W vs. level@21:13:W
*/

#include <stdio.h>

int main(void) {
    int level = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
#pragma omp atomic
            level += 1;
        }
#pragma omp section
        {
#pragma omp critical
            level += 2;
        }
    }
    printf("%d\n", level);
    return 0;
}
