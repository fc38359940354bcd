// Each iteration of a shared-out loop creates a task with an element of its own; behind the barrier all may be read.
//@ twin: mixed-loop-tasks.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int cell[8], sum;

int main(void) {
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < 8; i++) {
#pragma omp task
            cell[i] = i;
        }
#pragma omp single
        for (int i = 0; i < 8; i++)
            sum += cell[i];
    }
    printf("%d\n", sum);
    return sum != 28;
}
