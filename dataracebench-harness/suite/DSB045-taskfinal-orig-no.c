/*
The children of a final task are included in it: they run at once, one after the other.
*/

#include <stdio.h>

int main(void) {
    int steps = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(steps) final(1)
        for (int i = 0; i < 8; i++) {
#pragma omp task shared(steps)
            steps++;
        }
    }
    printf("steps = %d\n", steps);
    return steps != 8;
}
