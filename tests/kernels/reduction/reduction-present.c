// The tasks of a group take part in a reduction: each adds to a private copy, and the group adds the copies up.
//@ twin: reduction-missing.c
//@ known-false-positive: in a team of one thread libomp gives every task the original instead of a private copy
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : sum)
            sum += i; //~ false-race r1 write, false-race r1 write
        }
    }
    printf("sum = %d\n", sum);
    return 0;
}
