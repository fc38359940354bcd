// Two tasks clear one half of a buffer each. The halves meet in the middle of a machine word.
//@ twin: range-memset-overrun.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t half = 50;
    char *buffer = malloc(2 * half);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        memset(buffer, 'a', half);
#pragma omp task
        memset(buffer + half, 'b', half);
    }
    printf("%c %c\n", buffer[0], buffer[half + 1]);
    free(buffer);
    return 0;
}
