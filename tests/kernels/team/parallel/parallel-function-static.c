// All threads call a function that keeps a static variable.
//@ twin: parallel-function-local.c
//@ options: team=4
#include <stdio.h>

static void count(void) {
    static int calls[1];
    calls[0] += 1; //~ race r1 write, race r1 write
}

int main(void) {
#pragma omp parallel
    count();
    puts("done");
    return 0;
}
