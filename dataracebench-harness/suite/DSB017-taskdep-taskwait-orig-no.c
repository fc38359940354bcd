/*
The taskwait with a depend clause covers a, the plain one covers b.
*/

#include <stdio.h>

static void work(void) {
    int a = 0, b = 0;
#pragma omp task shared(a) depend(inout : a)
    a += 3;
#pragma omp task shared(b)
    b += 5;
#pragma omp taskwait depend(in : a)
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
