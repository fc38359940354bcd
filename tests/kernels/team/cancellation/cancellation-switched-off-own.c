// Cancellation is not enabled: every iteration is run, and has its own element.
//@ twin: cancellation-switched-off.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int found[16];

int main(void) {
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < 16; i++) {
            found[i] = i;
#pragma omp cancel for
        }
    }
    printf("%d\n", found[15]);
    return found[15] != 15;
}
