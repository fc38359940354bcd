// A task creates tasks that exclude each other and use a critical section: none of them is lost.
//@ twin: mutexset-nested-critical-other.c
//@ options: team=4
//@ guarantee: this lock order only
#include <stdio.h>

int d, x;

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp task
    for (int i = 0; i < 3; i++) {
#pragma omp task depend(mutexinoutset : d)
        {
#pragma omp critical
            x++;
        }
    }
    printf("%d\n", x);
    return x == 3 ? 0 : 1;
}
