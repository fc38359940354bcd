// A task with an in clause between two rounds of inoutset tasks follows the first round, and the second follows it.
//@ twin: set-two-rounds.c
#include <stdio.h>

int a[2], total;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 2; i++) {
#pragma omp task depend(inoutset : a)
            a[i] += round;
        }
#pragma omp task depend(in : a)
        total += a[0] + a[1];
    }
    printf("%d\n", total);
    return 0;
}
