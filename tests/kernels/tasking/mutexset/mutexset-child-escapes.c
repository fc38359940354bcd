// What keeps the other tasks out ends with the task that has the clause; its child may still run.
//@ twin: mutexset-no-child.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task depend(mutexinoutset : x)
        {
#pragma omp task
            x += i; //~ race r1 write, race r1 write
        }
    }
    printf("%d\n", x);
    return 0;
}
