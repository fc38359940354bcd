// A loop over a 64-bit unsigned index, counted down in steps of three, with one element too wide.
//@ twin: for-unsigned-own.c
//@ options: team=4
#include <stdio.h>

char cell[400];

int main(void) {
#pragma omp parallel for schedule(dynamic, 1)
    for (unsigned long i = 300; i > 0; i -= 3) {
        cell[i] = 1;     //~ race r1 write
        cell[i - 3] = 2; //~ race r1 write
    }
    printf("%d\n", cell[3]);
    return 0;
}
