// The variable of a reduction is read before the group has ended: the copies may be added to it at any time.
//@ twin: reduction-read-after.c
#include <stdio.h>

int main(void) {
    int sum = 0, seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        {
#pragma omp task in_reduction(+ : sum)
            sum += 1; //~ race r1 write
            seen = sum; //~ race r1 read
        }
    }
    printf("%d\n", sum + 0 * seen);
    return 0;
}
