// The tasks that have the clause do the work themselves, or in an undeferred child.
//@ twin: mutexset-child-escapes.c
//@ guarantee: this lock order only
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task depend(mutexinoutset : x)
        {
#pragma omp task if (0)
            x += i;
        }
    }
    printf("%d\n", x);
    return 0;
}
