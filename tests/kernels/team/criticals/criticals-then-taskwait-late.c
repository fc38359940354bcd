// Tasks count in a critical region and then wait for a child. After the wait they write a flag without it.
//@ twin: criticals-then-taskwait.c
//@ options: team=4
#include <stdio.h>

int count, flag;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int round = 0; round < 1000; round++) {
        for (int i = 0; i < 4; i++) {
#pragma omp task
            {
#pragma omp task
                {}
#pragma omp critical
                count++;
#pragma omp taskwait
                flag = 1; //~ race r1 write, race r1 write
            }
        }
#pragma omp taskwait
    }
    printf("%d %d\n", count, flag);
    return 0;
}
