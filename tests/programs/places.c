// Tasks of taskloops that race: for the places at which they are created.
#include <stdio.h>

enum { SIZE = 8 };

volatile int a, b, c, d;

static __attribute__((noinline)) void in_a_function(int value) {
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < SIZE; i++)
        a = value + i;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        in_a_function(1);
#pragma omp taskloop num_tasks(4) nogroup
        for (int i = 0; i < SIZE; i++)
            b = i;
#pragma omp taskwait
        for (int round = 0; round < 2; round++) {
#pragma omp taskloop collapse(2)
            for (int i = 0; i < SIZE; i++)
                for (int j = 0; j < SIZE; j++)
                    c = i + j;
        }
#pragma omp task
        {
#pragma omp taskloop simd if (0) final(1)
            for (int i = 0; i < SIZE; i++)
                d = i;
        }
        d = 1;
    }
    printf("%d %d %d %d\n", a, b, c, d);
    return 0;
}
