// A target task runs teams inside of a team of one thread. The second depends on something else.
//@ twin: target-teams-depend.c
//@ options: team=1
#include <stdio.h>

int a[64], x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp target teams distribute parallel for map(tofrom : a) nowait depend(out : a)
        for (int i = 0; i < 8; i++)
            a[i] = i; //~ race r1 write
#pragma omp target teams distribute parallel for map(tofrom : a) nowait depend(inout : x)
        for (int i = 0; i < 8; i++)
            a[i] = 2 * i; //~ race r1 write
#pragma omp taskwait
        x = a[3];
    }
    printf("%d\n", x);
    return 0;
}
