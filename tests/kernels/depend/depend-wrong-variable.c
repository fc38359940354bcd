// The consumer's clause names another variable than the one that it reads.
//@ twin: depend-right-variable.c
//@ says: names this memory
#include <stdio.h>

int main(void) {
    int x = 0, y = 0, seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
        x = 1; //~ race r1 write
#pragma omp task depend(in : y) shared(x, seen)
        seen = x; //~ race r1 read
    }
    printf("%d %d\n", seen, y);
    return 0;
}
