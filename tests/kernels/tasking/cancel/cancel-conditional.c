// The cancel construct has a condition that is not met: nothing is cancelled.
//@ twin: cancel-conditional-race.c
//@ env: OMP_CANCELLATION=true
#include <stdio.h>

int a[4];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        for (int i = 0; i < 4; i++) {
#pragma omp task
            {
                a[i] = i;
#pragma omp cancel taskgroup if (i > 10)
                a[i] += 1;
            }
        }
    }
    printf("%d\n", a[3]);
    return 0;
}
