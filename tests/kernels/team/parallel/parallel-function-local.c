// All threads call a function whose variable lives on the stack of each.
//@ twin: parallel-function-static.c
//@ options: team=4
#include <stdio.h>

static int count(void) {
    volatile int calls = 0;
    calls += 1;
    return calls;
}

int main(void) {
#pragma omp parallel
    if (count() != 1)
        puts("wrong");
    puts("done");
    return 0;
}
