/*
The loop is said to be ordered, but the running sum is formed outside of an ordered region.
Data race pair: running@12:9:W vs. running@12:9:W
*/

#include <stdio.h>

int main(void) {
    int running = 0;
#pragma omp parallel for ordered schedule(static, 1) num_threads(4)
    for (int i = 0; i < 32; i++) {
        running += i;
    }
    printf("%d\n", running);
    return 0;
}
