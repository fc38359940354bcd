// The second part of the untied task has left the critical section.
//@ twin: untied-critical.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task untied
        {
#pragma omp critical
            x += 1; //~ race r1 write
#pragma omp taskyield
            x += 2; //~ race r1 write, race r2 write, race r2 write
        }
    }
    printf("%d\n", x);
    return 0;
}
