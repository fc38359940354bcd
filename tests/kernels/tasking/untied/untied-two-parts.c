// An untied task is done in parts, and a taskwait between them waits for its child.
//@ twin: untied-two-parts-no-wait.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task untied
        {
            int local = 1;
#pragma omp task shared(local)
            local += 1;
#pragma omp taskwait
            x = local;
#pragma omp taskyield
            y = x + local;
        }
#pragma omp taskwait
        seen = y;
    }
    printf("%d\n", seen);
    return 0;
}
