// With nowait the creator goes on at once: the taskwait only stands for a task in the order by clauses.
//@ twin: taskwait-depend-nowait-ordered.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1; //~ race r1 write
#pragma omp taskwait depend(in : x) nowait
        seen = x; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
