// Two tasks write an element each; a third goes over all of them and races with both.
//@ twin: hoist-two-owners-miss.c
#include <stdio.h>

volatile int size = 4000;
int numbers[5000], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        numbers[9] = 1; //~ race r1 write
#pragma omp task
        numbers[size] = 1; //~ race r2 write
#pragma omp task
        {
            int n = size, total = 0;
            for (int i = 0; i < 5000; i++)
                total += numbers[i]; //~ race r1 read, race r2 read
            sum = total + n;
        }
    }
    printf("%d\n", sum);
    return 0;
}
