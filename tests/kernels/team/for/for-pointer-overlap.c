// Two pointers lead into one array, half a part from each other.
//@ twin: for-pointer-apart.c
//@ options: team=4
#include <stdio.h>

int cell[96];

static void copy(int *to, const int *from) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; i++)
        to[i] = from[i]; //~ race r1 write, race r1 read
}

int main(void) {
    copy(cell, cell + 8);
    printf("%d\n", cell[0]);
    return 0;
}
