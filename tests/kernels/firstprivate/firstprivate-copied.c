// The task gets a copy of the variable at its creation; later changes do not concern it.
//@ twin: firstprivate-shared.c
#include <stdio.h>

int slot;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int value = 1;
#pragma omp task firstprivate(value)
        slot = value;
        value = 2;
        printf("value = %d\n", value);
    }
    printf("slot = %d\n", slot);
    return 0;
}
