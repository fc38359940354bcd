// One task packs numbers into another array until it comes to a mark, another task writes the place that would have been next.
//@ twin: hoist-pack-hit.c
#include <stdio.h>

long from[100], to[100];

int main(void) {
    for (int i = 0; i < 50; i++)
        from[i] = i % 3 - 1;
    from[50] = 9;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            unsigned long place = 0;
            for (int i = 0; i < 100; i++) {
                to[place] = from[i];
                if (from[i] == 9)
                    break;
                // 16 of the numbers are positive.
                place += from[i] > 0;
            }
        }
#pragma omp task
        to[17] = 2;
    }
    printf("%ld\n", to[0]);
    return 0;
}
