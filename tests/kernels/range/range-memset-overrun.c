// Two tasks clear one half of a buffer each; the first one clears a byte too many.
//@ twin: range-memset-exact.c
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
        memset(buffer, 'a', half + 1); //~ race r1 write
#pragma omp task
        memset(buffer + half, 'b', half); //~ race r1 write
    }
    printf("%c %c\n", buffer[0], buffer[half + 1]);
    free(buffer);
    return 0;
}
