// A target region on the host, whose loop looks one element ahead.
//@ twin: target-parallel-for-own.c
//@ options: team=4
#include <stdio.h>

int main(void) {
    int cell[65] = {0};
#pragma omp target map(tofrom : cell)
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; i++)
        cell[i] = cell[i + 1] + 1; //~ race r1 write, race r1 read
    printf("%d\n", cell[0]);
    return 0;
}
