// Two tasks run a taskloop each. libomp uses the memory of the one's descriptors for the other's.
//@ twin: capture-two-taskloops-shared.c
#include <stdio.h>

enum { SIZE = 16 };

int out[2][SIZE];

int main(void) {
    int scratch[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma omp parallel
#pragma omp single
    for (int task = 0; task < 2; task++) {
#pragma omp task firstprivate(scratch)
        {
            int own[8];
            for (int i = 0; i < 8; i++)
                own[i] = scratch[i] + task;
#pragma omp taskloop firstprivate(own) lastprivate(scratch) grainsize(1)
            for (int i = 0; i < SIZE; i++) {
                own[i % 8] += i;
                scratch[0] = own[i % 8];
                out[task][i] = scratch[0];
            }
        }
    }
    printf("%d\n", out[1][SIZE - 1]);
    return 0;
}
