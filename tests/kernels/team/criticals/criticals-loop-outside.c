// The body of the loop has a critical region, and one store beside it.
//@ twin: criticals-loop.c
//@ options: team=4
#include <stdio.h>

int sum, last;

int main(void) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 16; i++) {
#pragma omp critical
        sum += i;
        last = i; //~ race r1 write, race r1 write
    }
    printf("%d %d\n", sum, last);
    return 0;
}
