// The clauses name the variables that the tasks use; a third task on another variable stays unordered, and apart.
//@ twin: depend-wrong-variable.c
#include <stdio.h>

int main(void) {
    int x = 0, y = 0, seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
        x = 1;
#pragma omp task depend(out : y) shared(y)
        y = 2;
#pragma omp task depend(in : x) shared(x, seen)
        seen = x;
    }
    printf("%d %d\n", seen, y);
    return 0;
}
