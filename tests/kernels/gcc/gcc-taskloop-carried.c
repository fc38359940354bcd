// An iteration reads what the one before writes, and may be in another task.
//@ twin: gcc-taskloop-independent.c
//@ compiler: gcc
#include <stdio.h>

int a[9];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop num_tasks(4)
        for (int i = 1; i < 9; i++) {
            a[i] = a[i - 1] + 1; //~ race r1 read, race r1 write
        }
    }
    printf("a[8] = %d\n", a[8]);
    return 0;
}
