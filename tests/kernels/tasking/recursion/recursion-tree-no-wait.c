// The tasks of the children are in a taskgroup at the root only: that is too late for the nodes between.
//@ twin: recursion-tree.c
#include <stdio.h>

enum { NODES = 7 };

int sums[NODES];

static void sum(int node) {
    if (node >= NODES)
        return;
#pragma omp task
    sum(2 * node + 1);
#pragma omp task
    sum(2 * node + 2);
    int total = 1;
    if (2 * node + 2 < NODES)
        total += sums[2 * node + 1] + sums[2 * node + 2]; //~ race r1 read
    sums[node] = total; //~ race r1 write
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        sum(0);
    }
    printf("%d\n", sums[0]);
    return 0;
}
