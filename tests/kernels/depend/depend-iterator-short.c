// The reader's iterator stops one element early.
//@ twin: depend-iterator.c
#include <stdio.h>

int a[6];

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 6; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i; //~ race r1 write
        }
#pragma omp task depend(iterator(i = 0 : 5), in : a[i]) shared(total)
        for (int i = 0; i < 6; i++)
            total += a[i]; //~ race r1 read
    }
    printf("total = %d\n", total);
    return 0;
}
