// A global variable is used as scratch space by all threads.
//@ twin: threads-private.c
//@ options: team=4
#include <stdio.h>

int scratch;

int main(void) {
#pragma omp parallel
    scratch = 1; //~ race r1 write, race r1 write
    printf("%d\n", scratch);
    return 0;
}
