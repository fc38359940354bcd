// Thread 0 writes the variable of a reduction over sections, for which nobody waits.
//@ twin: reductions-nowait-sections-barrier.c
//@ options: team=4
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
    {
#pragma omp sections reduction(+ : sum) nowait //~ race r1 write
        {
#pragma omp section
            sum += 1;
#pragma omp section
            sum += 2;
        }
#pragma omp master
        sum = 7; //~ race r1 write
    }
    printf("%d\n", sum);
    return 0;
}
