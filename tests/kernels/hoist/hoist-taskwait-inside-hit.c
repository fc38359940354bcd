// Each iteration creates a task and reads at once what it writes.
//@ twin: hoist-taskwait-inside-miss.c
#include <stdio.h>

volatile int size = 20;
int numbers[20], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int n = size, total = 0;
        for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
            numbers[i] = i; //~ race r1 write
            total += numbers[i]; //~ race r1 read
        }
        sum = total;
    }
    printf("%d\n", sum);
    return 0;
}
