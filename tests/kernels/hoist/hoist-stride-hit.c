// One task writes every fourth element, another writes one of them, the last.
//@ twin: hoist-stride-miss.c
#include <stdio.h>

volatile int size = 64;
int numbers[70];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int count = size;
            for (int i = 0; i < count; i += 4)
                numbers[i] = i; //~ race r1 write
        }
#pragma omp task
        {
            int count = size;
            for (int i = 0; i < count; i += 4)
                numbers[i + 1] = i;
            for (int i = 2; i < count; i += 4)
                numbers[i] = i;
            for (int i = count - 1; i >= 0; i -= 4)
                numbers[i] = i;
            numbers[count - 4] = -1; //~ race r1 write
        }
    }
    printf("%d\n", numbers[1]);
    return 0;
}
