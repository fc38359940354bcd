// All descendants of a final task are final and included, so one taskwait for the topmost covers them.
//@ twin: final-itself.c
#include <stdio.h>

int depths[4];

static void descend(int depth) {
    depths[depth] = depth;
    if (depth < 3) {
#pragma omp task
        descend(depth + 1);
    }
}

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(1)
        descend(0);
#pragma omp taskwait
        for (int i = 0; i < 4; i++)
            total += depths[i];
    }
    printf("total = %d\n", total);
    return 0;
}
