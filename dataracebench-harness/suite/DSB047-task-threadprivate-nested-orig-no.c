/*
A tied task goes on where it was suspended, on the same thread. What it put into a threadprivate
variable is there afterwards, unless another task on that thread overwrote it, and none does.
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
#pragma omp task
            {
                scratch = 4;
#pragma omp task
                {
                }
                result = scratch;
            }
        }
    }
    printf("result = %d\n", result);
    return result != 4;
}
