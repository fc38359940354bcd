// Two tasks run a taskloop each, and both leave their last value in one variable.
//@ twin: capture-two-taskloops.c
#include <stdio.h>

enum { SIZE = 16 };

int out[2][SIZE], last;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int task = 0; task < 2; task++) {
#pragma omp task
        {
#pragma omp taskloop grainsize(1) lastprivate(last) //~ race r1 write, race r1 write
            for (int i = 0; i < SIZE; i++) {
                last = i;
                out[task][i] = last;
            }
        }
    }
    printf("%d\n", out[1][SIZE - 1]);
    return 0;
}
