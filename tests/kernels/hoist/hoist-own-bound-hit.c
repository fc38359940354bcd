// A task lends its own copy of a number to a child that counts it down, and uses it meanwhile.
//@ twin: hoist-own-bound-miss.c
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
            mine -= 3; //~ race r1 write
            int total = 0, n = mine; //~ race r1 read
            for (int i = 0; i < n; i++)
                total += numbers[i];
            sum = total;
#pragma omp taskwait
        }
    }
    printf("%d\n", sum);
    return 0;
}
