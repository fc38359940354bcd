// Sections create tasks, and nobody waits for them before the other section reads.
//@ twin: mixed-sections-tasks-own.c
//@ options: team=4
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel sections
    {
#pragma omp section
        {
#pragma omp task
            value = 1; //~ race r1 write
#pragma omp taskwait
        }
#pragma omp section
        if (value < 0) //~ race r1 read
            puts("wrong");
    }
    return 0;
}
