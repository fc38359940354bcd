// Every thread has one iteration and stores into a place of its own before it cancels the loop.
//@ twin: cancellation-for.c
//@ options: team=4
//@ env: OMP_CANCELLATION=true
//@ guarantee: partial: a cancel construct took effect: what it left out was not seen
#include <stdio.h>

int found[4];

int main(void) {
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(static, 1)
        for (int i = 0; i < 4; i++) {
            found[i] = 1;
#pragma omp cancel for
        }
    }
    printf("%d\n", found[0]);
    return 0;
}
