// Two loops without a wait between them: an iteration of the second reads what the first writes.
//@ twin: taskloop-two-loops-grouped.c
#include <stdio.h>

enum { SIZE = 16 };

int a[SIZE], b[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop nogroup
        for (int i = 0; i < SIZE; i++)
            a[i] = i; //~ race r1 write
#pragma omp taskloop nogroup
        for (int i = 0; i < SIZE; i++)
            b[i] = a[i]; //~ race r1 read
    }
    printf("%d\n", b[1]);
    return 0;
}
