// A task copies a structure while another writes one of its fields.
//@ twin: range-struct-apart.c
#include <stdio.h>

struct particle {
    double position[3];
    double velocity[3];
    int kind;
};

struct particle original, copy;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        copy = original; //~ race r1 read
#pragma omp task
        original.velocity[1] = 2.0; //~ race r1 write
    }
    printf("%g\n", copy.velocity[1]);
    return 0;
}
