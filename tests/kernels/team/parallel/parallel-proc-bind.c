// Binding threads to places does not order them.
//@ twin: parallel-proc-bind-private.c
//@ options: team=4
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel proc_bind(spread)
    count += 1; //~ race r1 write, race r1 write
    printf("%d\n", count);
    return 0;
}
