// Each iteration reads the element that the next one writes; at the edges of the parts these belong to two threads.
//@ twin: for-own.c
//@ options: team=4
#include <stdio.h>

int cell[65];

int main(void) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; i++)
        cell[i] = cell[i + 1] + 1; //~ race r1 write, race r1 read
    printf("%d\n", cell[0]);
    return 0;
}
