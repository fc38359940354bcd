// The tasks of a loop take part in its reduction.
//@ twin: gcc-taskloop-reduction-missing.c
//@ compiler: gcc
#include <stdio.h>

int main(void) {
    int sum = 0, values[12] = {1, 2, 3};
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop num_tasks(4) reduction(+ : sum)
        for (int i = 0; i < 12; i++) {
            sum = sum + values[i];
        }
    }
    printf("sum > 0: %d\n", sum > 0);
    return 0;
}
