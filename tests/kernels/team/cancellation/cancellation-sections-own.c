// Each section stores into its own variable before it cancels the others.
//@ twin: cancellation-sections.c
//@ options: team=4
//@ env: OMP_CANCELLATION=true
//@ guarantee: partial: a cancel construct took effect: what it left out was not seen
#include <stdio.h>

int left, right;

int main(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp sections
        {
#pragma omp section
            {
                left = 1;
#pragma omp cancel sections
            }
#pragma omp section
            {
                right = 2;
#pragma omp cancel sections
            }
        }
    }
    printf("%d\n", left + right);
    return 0;
}
