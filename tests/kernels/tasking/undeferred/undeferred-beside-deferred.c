// An undeferred task does not wait for its deferred sibling.
//@ twin: undeferred-beside-deferred-depend.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x += 1; //~ race r1 write
#pragma omp task if (0)
        x += 2; //~ race r1 write
    }
    printf("%d\n", x);
    return 0;
}
