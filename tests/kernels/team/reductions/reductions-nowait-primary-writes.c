// The primary thread writes the variable of a reduction while others may still add their parts.
//@ twin: reductions-nowait-primary-waits.c
//@ options: team=4:locks=dc
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(+ : sum) nowait //~ race r1 write
        for (int i = 0; i < 4; i++)
            sum += i;
#pragma omp master
        sum = 23; //~ race r1 write
    }
    printf("%d\n", sum);
    return 0;
}
