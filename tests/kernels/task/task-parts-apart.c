// The two halves of a double are written as two ints: no byte is written twice.
//@ twin: task-part-of-double.c
#include <stdio.h>

union {
    double whole;
    int halves[2];
} number;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        number.halves[0] = 4;
#pragma omp task
        number.halves[1] = 3;
    }
    printf("%d %d\n", number.halves[0], number.halves[1]);
    return 0;
}
