/*
The tasks take part in the reduction of the taskgroup around them.
*/

#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        for (int i = 1; i <= 6; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
            sum += i;
        }
    }
    printf("sum = %d\n", sum);
    return sum != 21;
}
