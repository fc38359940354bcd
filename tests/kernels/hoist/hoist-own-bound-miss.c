// A task lends its own copy of a number to a child that counts it down, waits, and uses it.
//@ twin: hoist-own-bound-hit.c
#include <stdio.h>

volatile int size = 8;
int numbers[8], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int mine = size;
#pragma omp task firstprivate(mine)
        {
#pragma omp task shared(mine)
            mine -= 3;
#pragma omp taskwait
            int total = 0, n = mine;
            for (int i = 0; i < n; i++)
                total += numbers[i];
            sum = total;
        }
    }
    printf("%d\n", sum);
    return 0;
}
