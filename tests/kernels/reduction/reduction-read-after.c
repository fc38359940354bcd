// The variable of a reduction is read before the first task takes part, and after the group has ended.
//@ twin: reduction-read-inside.c
#include <stdio.h>

int main(void) {
    int sum = 0, seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        {
            seen = sum;
#pragma omp task in_reduction(+ : sum)
            sum += 1;
        }
        seen += sum;
    }
    printf("%d\n", sum + seen);
    return 0;
}
