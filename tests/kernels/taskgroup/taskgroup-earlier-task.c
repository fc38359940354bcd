// A taskgroup does not wait for a task that was created before it.
//@ twin: taskgroup-all-inside.c
#include <stdio.h>

int before, inside, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        before = 1; //~ race r1 write
#pragma omp taskgroup
        {
#pragma omp task
            inside = 2;
        }
        second = inside;
        first = before; //~ race r1 read
    }
    printf("%d %d\n", first, second);
    return 0;
}
