// Both branches write the variable, and whoever else touches it does so after the task.
//@ twin: line-branch-taken.c
#include <stdio.h>

volatile int zero;
int x, y, z, results[3];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int none = zero;
#pragma omp task firstprivate(none)
        {
            if (none)
                x = 1;
            else
                x = 2;
            if (none)
                results[0] = y + 1;
            else
                results[1] = y + 2;
            z = 1;
            if (none)
                z = 2;
        }
#pragma omp taskwait
        results[2] = x;
        y = 3;
        z = 4;
    }
    printf("%d %d %d %d\n", x, y, z, results[0]);
    return 0;
}
