// The tasks of a loop add to one variable.
//@ twin: gcc-taskloop-reduction.c
//@ compiler: gcc
#include <stdio.h>

int main(void) {
    int sum = 0, values[12] = {1, 2, 3};
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop num_tasks(4) shared(sum)
        for (int i = 0; i < 12; i++) {
            sum = sum + values[i]; //~ race r1 write, race r1 write, race r2 read, race r2 write
        }
    }
    printf("sum > 0: %d\n", sum > 0);
    return 0;
}
