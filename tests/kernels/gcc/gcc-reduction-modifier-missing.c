// The task works on the copy of the thread that creates it, which goes on with that.
//@ twin: gcc-reduction-modifier.c
//@ varies: libomp aligns the block that it allocates for the copies
//@ compiler: gcc
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(task, + : sum)
        for (int i = 0; i < 1; i++) {
#pragma omp task shared(sum)
            sum = 2; //~ race r1 write, race r2 write
            sum = sum + 1; //~ race r1 write, race r2 read
        }
    }
    printf("sum > 0: %d\n", sum > 0);
    return 0;
}
