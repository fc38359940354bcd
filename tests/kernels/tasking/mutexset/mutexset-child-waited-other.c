// The child is waited for, but the exclusion is about other variables.
//@ twin: mutexset-child-waited.c
#include <stdio.h>

int x, names[2];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task depend(mutexinoutset : names[i])
        {
#pragma omp task
            x += i; //~ race r1 write, race r1 write
#pragma omp taskwait
        }
    }
    printf("%d %d\n", x, names[0]);
    return 0;
}
