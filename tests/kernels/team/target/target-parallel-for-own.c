// A target region on the host, whose iterations have their own elements.
//@ twin: target-parallel-for.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int main(void) {
    int cell[65] = {0}, from[65] = {0};
#pragma omp target map(tofrom : cell) map(to : from)
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; i++)
        cell[i] = from[i + 1] + 1;
    printf("%d\n", cell[0]);
    return 0;
}
