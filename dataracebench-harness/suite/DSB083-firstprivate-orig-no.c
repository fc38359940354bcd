/*
Every thread begins with a copy of the step and changes the copy only.
*/

#include <stdio.h>

int main(void) {
    int step = 3, out[8];
#pragma omp parallel for firstprivate(step) schedule(static, 1) num_threads(8)
    for (int i = 0; i < 8; i++) {
        step += i;
        out[i] = step;
    }
    printf("%d %d\n", step, out[0]);
    return step != 3;
}
