// Each of four sections stores into one variable before it cancels the others.
//@ twin: cancellation-sections-own.c
//@ options: team=4
//@ env: OMP_CANCELLATION=true
#include <stdio.h>

int found;

int main(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp sections
        {
#pragma omp section
            {
                found = 1; //~ race r1 write
#pragma omp cancel sections
            }
#pragma omp section
            {
                found = 2; //~ race r1 write
#pragma omp cancel sections
            }
        }
    }
    printf("%d\n", found > 0);
    return 0;
}
