// The clause asks for two threads, whatever the team size is elsewhere.
//@ twin: parallel-num-threads-one.c
//@ options: team=4
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(2)
    count += 1; //~ race r1 write, race r1 write
    printf("%d\n", count);
    return 0;
}
