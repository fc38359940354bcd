// The tasks of a group add to one variable without taking part in the reduction.
//@ twin: gcc-reduction.c
//@ compiler: gcc
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        for (int i = 0; i < 10; i++) {
#pragma omp task shared(sum) firstprivate(i)
            sum = sum + i; //~ race r1 write, race r1 write, race r2 read, race r2 write
        }
    }
    printf("sum > 0: %d\n", sum > 0);
    return 0;
}
