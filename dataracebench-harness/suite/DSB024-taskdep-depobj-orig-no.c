/*
One depend object stands for the sum, and both tasks that change it use that object.
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int sum = 0;
    omp_depend_t guard;
#pragma omp depobj(guard) depend(inout : sum)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(depobj : guard)
        sum += 1;
#pragma omp task depend(depobj : guard)
        sum += 2;
    }
#pragma omp depobj(guard) destroy
    printf("sum = %d\n", sum);
    return sum != 3;
}
