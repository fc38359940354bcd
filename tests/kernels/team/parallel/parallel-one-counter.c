// All threads of the team count in one variable.
//@ twin: parallel-own-counter.c
//@ options: team=4
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel
    count += 1; //~ race r1 write, race r1 write
    printf("%d\n", count);
    return 0;
}
