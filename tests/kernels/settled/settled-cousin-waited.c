// What precedes a task is known to those that it creates, and what they have found out is known to it. A task of a deeper level touches what a task beside its
// creator has written, which was waited for.
//@ twin: settled-cousin.c
#include <stdio.h>

enum { N = 16 };
static int data[N], out[4][N];

static void sum(int which, int depth) {
    if (depth > 0) {
#pragma omp task
        sum(which, depth - 1);
#pragma omp taskwait
        return;
    }
    for (int i = 0; i < N; i++)
        out[which][i] += data[i];
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < N; i++)
                data[i] = i;
            for (int which = 0; which < 4; which++) {
#pragma omp task firstprivate(which)
                sum(which, 3);
            }
#pragma omp taskwait
        }
#pragma omp task
        data[5] = 1;
#pragma omp taskwait
#pragma omp task
        sum(1, 2);
#pragma omp taskwait
    }
    printf("%d %d\n", out[1][5], out[2][3]);
    return 0;
}
