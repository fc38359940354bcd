// Order goes through: the third task names only the second one's result and still comes after the first.
//@ twin: depend-transitive-cut.c
#include <stdio.h>

int a, b, c;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a)
        a = 1;
#pragma omp task depend(in : a) depend(out : b)
        b = a + 1;
#pragma omp task depend(in : b)
        {
            c = b;
            c += a;
        }
    }
    printf("c = %d\n", c);
    return 0;
}
