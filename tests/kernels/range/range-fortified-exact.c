// Two tasks copy to parts of an array that do not overlap. The library checks the lengths before it copies.
//@ twin: range-fortified-overrun.c
//@ flags: -D_FORTIFY_SOURCE=2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char source[100], target[100];

int main(int count, char **arguments) {
    // Nobody knows the length before the program runs, so the check is not left out.
    size_t half = count > 1 ? (size_t)atoi(arguments[1]) : 50;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        memcpy(target, source, half);
#pragma omp task
        memset(target + half, 1, half);
    }
    printf("%d\n", target[99]);
    return 0;
}
