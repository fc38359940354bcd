// The loop construct lets iterations run in any order and at once.
//@ twin: for-loop-construct-own.c
//@ options: team=4
#include <stdio.h>

int last;

int main(void) {
#pragma omp parallel
    {
#pragma omp loop bind(parallel)
        for (int i = 0; i < 16; i++)
            last = i; //~ race r1 write, race r1 write
    }
    printf("%d\n", last);
    return 0;
}
