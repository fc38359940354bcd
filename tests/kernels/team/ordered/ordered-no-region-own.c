// The clause alone orders nothing, and nothing needs to be ordered.
//@ twin: ordered-no-region.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int cell[16];

int main(void) {
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 16; i++) {
        cell[i] = i;
    }
    printf("%d\n", cell[15]);
    return 0;
}
