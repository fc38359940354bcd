/*
A pointer is copied into the task, what it points to is not: the creator changes it while the task
reads it.
Data race pair: *pointer@18:18:R vs. value@19:9:W
*/

#include <stdio.h>

int result;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int value = 3;
        int *pointer = &value;
#pragma omp task firstprivate(pointer)
        result = *pointer;
        value = 4;
#pragma omp taskwait
    }
    printf("result = %d\n", result);
    return 0;
}
