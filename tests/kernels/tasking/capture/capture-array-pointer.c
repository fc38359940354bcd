// firstprivate copies a pointer to the array: all tasks write the same element.
//@ twin: capture-array.c
#include <stdio.h>

int out[4];

int main(void) {
    int array[4] = {1, 2, 3, 4};
    int *scratch = array;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task firstprivate(scratch)
        {
            scratch[0] = i; //~ race r1 write, race r1 write
            out[i] = i;
        }
    }
    printf("%d\n", out[3]);
    return 0;
}
