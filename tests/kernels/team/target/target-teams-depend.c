// A target task runs teams inside of a team of one thread. The second depends on the first.
//@ twin: target-teams-other.c
//@ options: team=1
#include <stdio.h>

int a[64], x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp target teams distribute parallel for map(tofrom : a) nowait depend(out : a)
        for (int i = 0; i < 8; i++)
            a[i] = i;
#pragma omp target teams distribute parallel for map(tofrom : a) nowait depend(inout : a)
        for (int i = 0; i < 8; i++)
            a[i] = 2 * i;
#pragma omp taskwait
        x = a[3];
    }
    printf("%d\n", x);
    return 0;
}
