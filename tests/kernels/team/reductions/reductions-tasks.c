// The tasks that the loop creates take part in its reduction.
//@ twin: reductions-tasks-missing.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel
    {
#pragma omp for reduction(task, + : sum)
        for (int i = 0; i < 8; i++) {
#pragma omp task in_reduction(+ : sum)
            sum += 1;
        }
    }
    printf("%d\n", sum);
    return sum != 8;
}
