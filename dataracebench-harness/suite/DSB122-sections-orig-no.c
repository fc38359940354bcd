/*
Two sections store into variables of their own, and the barrier at the end lets everybody read both.
*/

#include <stdio.h>

int main(void) {
    int left = 0, right = 0, wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
#pragma omp sections
        {
#pragma omp section
            left = 1;
#pragma omp section
            right = 2;
        }
        wrong += left + right != 3;
    }
    printf("%d\n", wrong);
    return wrong;
}
