/*
One thread creates all tasks, but any thread may run them: they count into one variable at once.
Data race pair: steps@14:9:W vs. steps@14:9:W
*/

#include <stdio.h>

int main(void) {
    int steps = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task shared(steps) if (i >= 0)
        steps++;
    }
    printf("steps = %d\n", steps);
    return 0;
}
