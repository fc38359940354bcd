// Many tasks, one after the other, with a large private copy each: the runtime gives the same descriptor memory to
// task after task, which makes nobody's copy shared.
//@ twin: firstprivate-child-writes.c
#include <stdio.h>

struct payload {
    int values[16];
};

int sums[200];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        struct payload payload = {{0}};
        for (int i = 0; i < 200; i++) {
            payload.values[i % 16] = i;
#pragma omp task firstprivate(i, payload)
            {
                payload.values[0] += 1;
                for (int k = 0; k < 16; k++)
                    sums[i] += payload.values[k];
            }
        }
    }
    printf("%d %d\n", sums[0], sums[199]);
    return 0;
}
