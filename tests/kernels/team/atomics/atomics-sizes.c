// Atomic updates of all sizes and kinds.
//@ twin: atomics-half.c
//@ options: team=4
//@ guarantee: this lock order only
#include <stdio.h>

struct {
    char byte;
    short small;
    int word;
    long wide;
    float single;
    double real;
} number;

int main(void) {
#pragma omp parallel
    {
#pragma omp atomic
        number.byte += 1;
#pragma omp atomic
        number.small ^= 1;
#pragma omp atomic
        number.word *= 3;
#pragma omp atomic
        number.wide |= 4;
#pragma omp atomic
        number.single += 0.5f;
#pragma omp atomic
        number.real -= 0.25;
    }
    printf("%g\n", number.real);
    return 0;
}
