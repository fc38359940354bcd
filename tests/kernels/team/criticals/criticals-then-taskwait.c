// Tasks count in a critical region and then wait for a child. The counter is protected, and every wait ends.
//@ twin: criticals-then-taskwait-late.c
//@ options: team=4
//@ guarantee: this lock order only
#include <stdio.h>

int count;

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
            }
        }
#pragma omp taskwait
    }
    printf("%d\n", count);
    return count != 4000;
}
