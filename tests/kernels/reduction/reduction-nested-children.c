// A task that takes part in a reduction has two tasks add to its own copy at the same time.
//@ twin: reduction-nested.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        for (int i = 0; i < 4; i++) {
#pragma omp task in_reduction(+ : sum)
            {
                for (int k = 0; k < 2; k++) {
#pragma omp task shared(sum)
                    sum += 10; //~ race r1 write, race r1 write
                }
#pragma omp taskwait
                sum += 1;
            }
        }
    }
    printf("sum = %d\n", sum);
    return 0;
}
