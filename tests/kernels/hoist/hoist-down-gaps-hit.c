// One task writes every third element, from the end on, another reads one of them, the lowest.
//@ twin: hoist-down-gaps-miss.c
#include <stdio.h>

volatile int size = 90;
int numbers[100], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        // 89, 86, ..., 2.
        for (int i = size - 1; i >= 0; i -= 3)
            numbers[i] = i; //~ race r1 write
#pragma omp task
        {
            int count = size, total = 0;
            for (int i = 0; i < count; i += 3) {
                total += numbers[i];
                total += numbers[i ? i + 1 : 2]; //~ race r1 read
            }
            sum = total;
        }
    }
    printf("%d %d\n", numbers[2], sum);
    return 0;
}
