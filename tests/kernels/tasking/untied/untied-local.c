// An untied task changes a variable of its creator, which does so, too, before it waits.
//@ twin: untied-local-waited.c
//@ options: team=4
#include <stdio.h>

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int x = 0;
#pragma omp task untied shared(x)
        x++; //~ race r1 write
        x++; //~ race r1 write
#pragma omp taskwait
        printf("%d\n", x);
    }
    return 0;
}
