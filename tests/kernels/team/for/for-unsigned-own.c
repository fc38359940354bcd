// A loop over a 64-bit unsigned index, counted down in steps of three, of which each has its own elements.
//@ twin: for-unsigned.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

char cell[400];

int main(void) {
#pragma omp parallel for schedule(dynamic, 1)
    for (unsigned long i = 300; i > 0; i -= 3) {
        cell[i] = 1;
        cell[i - 2] = 2;
    }
    printf("%d\n", cell[3]);
    return 0;
}
