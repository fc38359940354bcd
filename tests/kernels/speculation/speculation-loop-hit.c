// A loop adds to a variable under a condition that holds once. Another task writes the variable.
//@ twin: speculation-loop-miss.c
#include <stdio.h>

volatile int flag = 4;
int x, n = 10;

int main(void) {
    int condition = flag, count = n;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        for (int i = 0; i < count; i++)
            if ((condition >> i) & 1)
                x += i; //~ race r1 write
#pragma omp task
        x = 1; //~ race r1 write
    }
    printf("%d\n", x);
    return 0;
}
