// A taskwait with nowait orders those before it and those after it that name the same: the last task names y only, but follows the
// writer of x through the taskwait.
//@ twin: taskwait-depend-nowait.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp taskwait depend(in : x) depend(out : y) nowait
#pragma omp task depend(in : y)
        seen = x;
    }
    printf("%d %d\n", seen, y);
    return 0;
}
