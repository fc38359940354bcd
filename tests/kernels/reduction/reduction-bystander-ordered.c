// A task that does not take part in a reduction has changed the variable before.
//@ twin: reduction-bystander.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(sum)
        sum += 100;
#pragma omp taskwait
#pragma omp taskgroup task_reduction(+ : sum)
        {
#pragma omp task in_reduction(+ : sum)
            sum += 1;
        }
    }
    printf("sum = %d\n", sum);
    return 0;
}
