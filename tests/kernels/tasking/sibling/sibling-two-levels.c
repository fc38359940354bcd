// Both the tasks and their children have clauses, but the children of different tasks are not siblings.
//@ twin: sibling-two-levels-waited.c
//@ says: their depend clauses name the same location, but they order only tasks that one task has created
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : y)
        {
#pragma omp task depend(out : x)
            x = 1; //~ race r1 write
        }
#pragma omp task depend(in : y)
        {
#pragma omp task depend(in : x)
            seen = x; //~ race r1 read
        }
    }
    printf("%d %d\n", seen, y);
    return 0;
}
