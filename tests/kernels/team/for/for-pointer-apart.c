// Two pointers lead into one array, far enough from each other.
//@ twin: for-pointer-overlap.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int cell[128];

static void copy(int *to, const int *from) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; i++)
        to[i] = from[i];
}

int main(void) {
    copy(cell, cell + 64);
    printf("%d\n", cell[0]);
    return 0;
}
