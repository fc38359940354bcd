// The primary thread writes the variable of a reduction after a barrier, when all parts are added.
//@ twin: reductions-nowait-primary-writes.c
//@ options: team=4:locks=dc
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(+ : sum) nowait
        for (int i = 0; i < 4; i++)
            sum += i;
#pragma omp barrier
#pragma omp master
        sum = 23;
    }
    printf("%d\n", sum);
    return sum != 23;
}
