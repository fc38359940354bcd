// A task that does not take part in a reduction changes the variable meanwhile.
//@ twin: reduction-bystander-ordered.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(sum)
        sum += 100; //~ race r1 write
#pragma omp taskgroup task_reduction(+ : sum)
        {
#pragma omp task in_reduction(+ : sum)
            sum += 1; //~ race r1 write
        }
    }
    printf("sum = %d\n", sum);
    return 0;
}
