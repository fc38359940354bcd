// Each thread has a region of one thread inside of its own. Nothing keeps the additions in these apart.
//@ twin: criticals-inner-alone.c
//@ options: team=4
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel
#pragma omp parallel num_threads(1)
    sum += 1; //~ race r1 write, race r1 write
    printf("%d\n", sum > 0);
    return 0;
}
