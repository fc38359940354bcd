// Passes over an array, each thread at its own part: a barrier is between writing and reading, and one before the next pass.
//@ twin: hoist-barrier-inside-hit.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

volatile int passes = 3, part = 10;
int numbers[50], borders[4];

int main(void) {
#pragma omp parallel
    {
        int count = passes, n = part, me = omp_get_thread_num();
        for (int pass = 0; pass < count; pass++) {
            for (int i = 0; i < n; i++)
                numbers[me * n + i] = pass;
#pragma omp barrier
            borders[me] = numbers[me * n + n];
#pragma omp barrier
        }
    }
    printf("%d\n", borders[0] < 0);
    return 0;
}
