// Three tasks in a row; the one in the middle names only its input, so the third is not ordered after the first.
//@ twin: depend-transitive.c
#include <stdio.h>

int a, b, c;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a)
        a = 1; //~ race r1 write
#pragma omp task depend(in : a)
        b = a + 1; //~ race r2 write
#pragma omp task depend(in : b)
        {
            c = b;  //~ race r2 read
            c += a; //~ race r1 read
        }
    }
    printf("c = %d\n", c);
    return 0;
}
