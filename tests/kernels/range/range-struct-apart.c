// A task copies a structure while another writes its neighbour in the array.
//@ twin: range-struct-copy.c
#include <stdio.h>

struct particle {
    double position[3];
    double velocity[3];
    int kind;
};

struct particle particles[2], copy;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        copy = particles[0];
#pragma omp task
        particles[1].velocity[1] = 2.0;
    }
    printf("%g %g\n", copy.velocity[1], particles[1].velocity[1]);
    return 0;
}
