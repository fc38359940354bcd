// So many tasks that libomp creates them by halves, and all of them count in one variable.
//@ twin: taskloop-many-tasks.c
#include <stdio.h>

enum { SIZE = 200 };

int count;

static __attribute__((noinline)) void add(int i) {
    count += i; //~ race r1 write, race r1 write
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop nogroup num_tasks(50)
        for (int i = 0; i < SIZE; i++)
            add(i);
#pragma omp taskwait
    }
    printf("%d\n", count);
    return 0;
}
