// The loop construct lets iterations run in any order and at once, each with its own element.
//@ twin: for-loop-construct.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int cell[16];

int main(void) {
#pragma omp parallel
    {
#pragma omp loop bind(parallel)
        for (int i = 0; i < 16; i++)
            cell[i] = i;
    }
    printf("%d\n", cell[15]);
    return 0;
}
