// Three races at three pairs of lines, and one that comes again: for the options that count.
#include <stdio.h>

int a, b, c;

int main(void) {
    for (int round = 0; round < 2; round++) {
#pragma omp parallel
#pragma omp single
        {
#pragma omp task
            {
                a = 1;
                b = 1;
                c = 1;
            }
#pragma omp task
            {
                a = 2;
                b = 2;
                c = 2;
            }
        }
    }
    printf("%d %d %d\n", a, b, c);
    return 3;
}
