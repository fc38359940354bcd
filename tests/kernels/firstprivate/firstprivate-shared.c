// The task refers to its creator's variable, which the creator changes: the task sees one value or the other.
//@ twin: firstprivate-copied.c
#include <stdio.h>

int slot;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int value = 1;
#pragma omp task shared(value)
        slot = value; //~ race r1 read
        value = 2;    //~ race r1 write
#pragma omp taskwait
        printf("value = %d\n", value);
    }
    printf("slot = %d\n", slot);
    return 0;
}
