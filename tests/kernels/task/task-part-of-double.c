// One task writes a double, another the upper half of it.
//@ twin: task-parts-apart.c
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
        number.whole = 1.5; //~ race r1 write
#pragma omp task
        number.halves[1] = 3; //~ race r1 write
    }
    printf("%d\n", number.halves[0]);
    return 0;
}
