/*
Tasks use a variable that every thread has for itself. Which value they leave there differs, but no
two threads ever meet in it.
*/

#include <stdio.h>

int scratch;
#pragma omp threadprivate(scratch)

int result;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            scratch = 1;
            result = scratch;
        }
#pragma omp task
        scratch = 2;
    }
    printf("result = %d\n", result);
    return result != 1;
}
