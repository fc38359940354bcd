// Each iteration reads the element of another array.
//@ twin: for-neighbour.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int cell[65], from[65];

int main(void) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; i++)
        cell[i] = from[i + 1] + 1;
    printf("%d\n", cell[0]);
    return 0;
}
