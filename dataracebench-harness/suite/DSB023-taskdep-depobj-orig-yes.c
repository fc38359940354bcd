/*
Two depend objects stand for two addresses; the tasks that use them change one and the same sum.
Data race pair: sum@18:9:W vs. sum@20:9:W
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int sum = 0, other = 0;
    omp_depend_t first, second;
#pragma omp depobj(first) depend(inout : sum)
#pragma omp depobj(second) depend(inout : other)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(depobj : first)
        sum += 1;
#pragma omp task depend(depobj : second)
        sum += 2;
    }
#pragma omp depobj(first) destroy
#pragma omp depobj(second) destroy
    printf("sum = %d %d\n", sum, other);
    return 0;
}
