// Every thread has one iteration and stores into one variable before it cancels the loop.
//@ twin: cancellation-for-own.c
//@ options: team=4
//@ env: OMP_CANCELLATION=true
#include <stdio.h>

int found;

int main(void) {
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(static, 1)
        for (int i = 0; i < 4; i++) {
            found = i; //~ race r1 write, race r1 write
#pragma omp cancel for
        }
    }
    printf("%d\n", found >= 0);
    return 0;
}
