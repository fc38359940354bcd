// Two tasks copy to parts of an array, one of them a byte too far. They call what
// -D_FORTIFY_SOURCE makes of memcpy and memset: functions that check the length first.
//@ twin: range-fortified-exact.c
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
        __builtin___memcpy_chk(target, source, half + 1, sizeof target); //~ race r1 write
#pragma omp task
        __builtin___memset_chk(target + half, 1, half, sizeof target - half); //~ race r1 write
    }
    printf("%d\n", target[99]);
    return 0;
}
