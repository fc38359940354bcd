// The taskgroup waits for the task inside, which does not depend on the one outside.
//@ twin: sibling-in-taskgroup.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1; //~ race r1 write
#pragma omp taskgroup
        {
#pragma omp task depend(inout : y)
            x += 1; //~ race r1 write
        }
#pragma omp task depend(in : x)
        seen = x;
    }
    printf("%d %d\n", seen, y);
    return 0;
}
