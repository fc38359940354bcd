// One task writes words, another clears the bytes before the first and behind the last.
//@ twin: hoist-mixed-sizes-hit.c
#include <stdio.h>
#include <stdlib.h>

volatile int size = 11;

int main(void) {
    char *bytes = calloc(100, 1);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size, *words = (int *)(bytes + 8);
            for (int i = 0; i < n; i++)
                words[i] = i;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 3; i < 8; i++)
                bytes[i] = 1;
            for (int i = 8 + 4 * n; i < 99; i++)
                bytes[i] = 1;
        }
    }
    printf("%d\n", bytes[8]);
    free(bytes);
    return 0;
}
