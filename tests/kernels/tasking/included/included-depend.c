// In a final task, dependences do not matter: its children are done one after the other, and the creator waits for each.
//@ twin: included-depend-deferred.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(1)
        {
#pragma omp task depend(out : x)
            x = 1;
#pragma omp task depend(out : y)
            y = x;
            seen = y;
        }
    }
    printf("%d\n", seen);
    return 0;
}
