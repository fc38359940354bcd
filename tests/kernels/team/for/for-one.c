// There is one iteration, which one thread has.
//@ twin: for-few.c
//@ options: team=4
#include <stdio.h>

int last;

int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 1; i++)
        last = i;
    printf("%d\n", last);
    return 0;
}
