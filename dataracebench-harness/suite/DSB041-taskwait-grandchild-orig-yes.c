/*
A taskwait waits for children, not for their children: the second half of the sum may still be
missing.
Data race pair: half[1]@17:13:W vs. half[1]@21:25:R
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
        }
#pragma omp taskwait
        sum = half[0] + half[1];
    }
    printf("sum = %d\n", sum);
    return 0;
}
