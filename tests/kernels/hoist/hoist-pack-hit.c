// One task packs numbers into another array until it comes to a mark, another task writes the place that was written last.
//@ twin: hoist-pack-miss.c
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
                to[place] = from[i]; //~ race r1 write
                if (from[i] == 9)
                    break;
                // 16 of the numbers are positive.
                place += from[i] > 0;
            }
        }
#pragma omp task
        to[16] = 2; //~ race r1 write
    }
    printf("%ld\n", to[0]);
    return 0;
}
