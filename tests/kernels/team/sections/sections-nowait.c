// Without a barrier at the end of the sections the result is read too early.
//@ twin: sections-barrier.c
//@ options: team=4
#include <stdio.h>

int left, right;

int main(void) {
#pragma omp parallel
    {
#pragma omp sections nowait
        {
#pragma omp section
            left = 1; //~ race r1 write
#pragma omp section
            right = 2;
        }
        if (left < 0) //~ race r1 read
            puts("wrong");
    }
    printf("%d\n", left + right);
    return 0;
}
