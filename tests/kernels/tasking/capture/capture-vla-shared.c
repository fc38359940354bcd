// An array of variable length is shared by the tasks.
//@ twin: capture-vla.c
//@ args: 4
#include <stdio.h>
#include <stdlib.h>

int out[4];

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 4;
    int scratch[size];
    for (int i = 0; i < size; i++)
        scratch[i] = i;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task shared(scratch)
        {
            scratch[0] = i; //~ race r1 write, race r1 write
            out[i] = i;
        }
    }
    printf("%d\n", out[3]);
    return 0;
}
