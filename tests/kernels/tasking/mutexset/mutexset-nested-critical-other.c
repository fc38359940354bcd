// A task creates tasks that exclude each other, and reads what they change before they need to have run.
//@ twin: mutexset-nested-critical.c
//@ options: team=4
#include <stdio.h>

int d, x;

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp task
    {
        for (int i = 0; i < 3; i++) {
#pragma omp task depend(mutexinoutset : d)
            {
#pragma omp critical
                x++; //~ race r1 write
            }
        }
        printf("%d\n", x); //~ race r1 read
    }
    return x == 3 ? 0 : 1;
}
