// The condition does not hold: the region is run by one thread.
//@ twin: parallel-if-true.c
//@ options: team=4
#include <stdio.h>

int count;

int main(int argc, char **argv) {
    (void)argv;
#pragma omp parallel if (argc < 0)
    count += 1;
    printf("%d\n", count);
    return 0;
}
