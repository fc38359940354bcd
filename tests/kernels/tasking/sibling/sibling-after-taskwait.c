// A taskwait ends the order by clauses for the tasks before it; the ones after it begin anew.
//@ twin: sibling-after-taskwait-other.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp taskwait
#pragma omp task depend(in : x)
        seen = x;
#pragma omp task depend(in : x)
        y = x;
#pragma omp task depend(out : x)
        x = 2;
    }
    printf("%d %d %d\n", x, y, seen);
    return 0;
}
