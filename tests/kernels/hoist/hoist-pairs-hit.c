// One task writes two of every three elements, another reads the second of the last two.
//@ twin: hoist-pairs-miss.c
#include <stdio.h>

volatile int size = 90;
int numbers[100], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i += 3) {
                numbers[i] = i;
                numbers[i + 1] = i; //~ race r1 write
            }
        }
#pragma omp task
        {
            int n = size, total = 0;
            for (int i = 2; i < n; i += 3)
                total += numbers[i];
            total += numbers[n - 2]; //~ race r1 read
            sum = total;
        }
    }
    printf("%d\n", sum);
    return 0;
}
