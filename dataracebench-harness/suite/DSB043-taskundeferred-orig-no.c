/*
With if(0) the creating thread runs each task at once and goes on when it has ended.
*/

#include <stdio.h>

int main(void) {
    int steps = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task shared(steps) if (0)
        steps++;
    }
    printf("steps = %d\n", steps);
    return steps != 8;
}
