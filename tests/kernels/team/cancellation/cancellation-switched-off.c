// Cancellation is not enabled: the construct does nothing, and the loop goes on.
//@ twin: cancellation-switched-off-own.c
//@ options: team=4
#include <stdio.h>

int found;

int main(void) {
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < 16; i++) {
            found = i; //~ race r1 write, race r1 write
#pragma omp cancel for
        }
    }
    printf("%d\n", found >= 0);
    return 0;
}
