// The clause asks for one thread.
//@ twin: parallel-num-threads-two.c
//@ options: team=4
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(1)
    count += 1;
    printf("%d\n", count);
    return 0;
}
