// A loop adds to a variable under a condition that never holds. Another task writes the variable.
//@ twin: speculation-loop-hit.c
#include <stdio.h>

volatile int flag = 0;
int x, n = 10;

int main(void) {
    int condition = flag, count = n;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        for (int i = 0; i < count; i++)
            if ((condition >> i) & 1)
                x += i;
#pragma omp task
        x = 1;
    }
    printf("%d\n", x);
    return 0;
}
