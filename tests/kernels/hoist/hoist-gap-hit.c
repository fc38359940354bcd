// Two rows of elements at the same distances, read on one line: 0, 4, 8 and 16, 20, 24. Another task writes one of the second row.
//@ twin: hoist-gap-miss.c
#include <stdio.h>

int numbers[100], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int total = 0;
#pragma clang loop unroll(disable)
            for (int i = 0; i < 3; i++)
                total += numbers[4 * i] * numbers[4 * i + 16]; //~ race r1 read
            sum = total;
        }
#pragma omp task
        numbers[16] = 1; //~ race r1 write
    }
    printf("%d\n", sum);
    return 0;
}
