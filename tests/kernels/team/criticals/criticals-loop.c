// The body of the loop has all its stores inside a critical region.
//@ twin: criticals-loop-outside.c
//@ options: team=4
//@ guarantee: this lock order only, for teams of up to 4 threads that share out loops as in this run
#include <stdio.h>

int sum, last;

int main(void) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 16; i++) {
#pragma omp critical(both) hint(1)
        {
            sum += i;
            last = i;
        }
    }
    printf("%d %d\n", sum, last);
    return sum != 120;
}
