// Passes over an array, each thread at its own part: without a barrier, one reads the border of its neighbour's part of the same pass.
//@ twin: hoist-barrier-inside-miss.c
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
                numbers[me * n + i] = pass; //~ race r1 write
            borders[me] = numbers[me * n + n]; //~ race r1 read
        }
    }
    printf("%d\n", borders[0] < 0);
    return 0;
}
