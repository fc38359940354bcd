/*
The undeferred task waits for a, the taskwait for b: each is read after the wait that covers it.
*/

#include <stdio.h>

static void work(void) {
    int a = 0, b = 0;
#pragma omp task shared(a) depend(inout : a)
    a += 3;
#pragma omp task shared(b)
    b += 5;
#pragma omp task if (0) depend(in : a)
    {
    }
    printf("a = %d\n", a);
#pragma omp taskwait
    printf("b = %d\n", b);
}

int main(void) {
#pragma omp parallel
#pragma omp single
    work();
    return 0;
}
