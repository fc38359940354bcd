// Every node is done after its children, because its task waits for theirs.
//@ twin: recursion-tree-no-wait.c
#include <stdio.h>

enum { NODES = 31 };

int sums[NODES];

static void sum(int node) {
    if (node >= NODES)
        return;
#pragma omp task
    sum(2 * node + 1);
#pragma omp task
    sum(2 * node + 2);
#pragma omp taskwait
    sums[node] = 1;
    if (2 * node + 2 < NODES)
        sums[node] += sums[2 * node + 1] + sums[2 * node + 2];
}

int main(void) {
#pragma omp parallel
#pragma omp single
    sum(0);
    printf("%d\n", sums[0]);
    return 0;
}
