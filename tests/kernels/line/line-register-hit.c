// The optimiser keeps a variable in a register while a loop runs: it is loaded in front of the loop and stored behind
// it. The report names the line in the loop.
//@ twin: line-register-miss.c
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
                total += number; //~ race r1 write
            }
        }
#pragma omp task
        total = 1; //~ race r1 write
    }
    printf("%d %d\n", total, other);
    return 0;
}
