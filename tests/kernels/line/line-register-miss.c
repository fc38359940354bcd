// The optimiser keeps a variable in a register while a loop runs. Another task has to do with another variable.
//@ twin: line-register-hit.c
#include <stdio.h>

volatile int size = 100;
int numbers[100], total, other;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0;
                 i < n;
                 i++) {
                int number = numbers[i] ^ i;
                total += number;
            }
        }
#pragma omp task
        other = 1;
    }
    printf("%d %d\n", total, other);
    return 0;
}
