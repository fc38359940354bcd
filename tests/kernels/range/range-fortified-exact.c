// Two tasks copy to parts of an array that do not overlap. They call what
// -D_FORTIFY_SOURCE makes of memcpy and memset: functions that check the length first.
//@ twin: range-fortified-overrun.c
#include <stdio.h>
#include <stdlib.h>

char source[100], target[100];

int main(int count, char **arguments) {
    // Nobody knows the length before the program runs, so the check is not left out.
    size_t half = count > 1 ? (size_t)atoi(arguments[1]) : 50;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        __builtin___memcpy_chk(target, source, half, sizeof target);
#pragma omp task
        __builtin___memset_chk(target + half, 1, half, sizeof target - half);
    }
    printf("%d\n", target[99]);
    return 0;
}
