// Iterations of a taskloop read what other iterations write.
//@ twin: taskloop-independent.c
#include <stdio.h>

enum { SIZE = 20 };

int a[SIZE + 1];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(4)
    for (int i = 0; i < SIZE; i++)
        a[i + 1] = a[i] + 1; //~ race r1 write, race r1 read
    printf("%d\n", a[SIZE]);
    return 0;
}
