// Tasks outside of any parallel region run in a team of one thread, which takes them one after the other.
//@ twin: orphan-in-region.c
//@ says: 2 tasks were created outside of any parallel region, or in one whose clauses ask for one thread
#include <stdio.h>

int x;

static void work(void) {
#pragma omp task
    x = 1;
#pragma omp task
    x = 2;
#pragma omp taskwait
}

int main(void) {
    work();
    printf("x = %d\n", x);
    return 0;
}
