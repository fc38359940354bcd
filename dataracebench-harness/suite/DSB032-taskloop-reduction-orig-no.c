/*
Each task of the loop adds to a copy of its own; the copies meet at the end of the loop.
*/

#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop num_tasks(4) reduction(+ : sum)
        for (int i = 1; i <= 40; i++)
            sum += i;
    }
    printf("sum = %d\n", sum);
    return sum != 820;
}
