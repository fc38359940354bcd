/*
The tasks count one at a time, each inside the critical region.
*/

#include <stdio.h>

int main(void) {
    int count = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task shared(count)
        {
#pragma omp critical
            count++;
        }
    }
    printf("count = %d\n", count);
    return count != 6;
}
