/*
The child waits for its own child before it ends, so a taskwait in the parent covers both.
*/

#include <stdio.h>

int main(void) {
    int half[2] = {0, 0}, sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task shared(half)
        {
#pragma omp task shared(half)
            half[1] = 20;
            half[0] = 22;
#pragma omp taskwait
        }
#pragma omp taskwait
        sum = half[0] + half[1];
    }
    printf("sum = %d\n", sum);
    return sum != 42;
}
