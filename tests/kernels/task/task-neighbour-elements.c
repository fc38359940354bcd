// Two tasks write alternating elements. Neighbouring chars and shorts share a machine word, but no memory location.
//@ twin: task-same-element.c
#include <stdio.h>

char bytes[4];
short halves[4];
int words[4];
double doubles[4];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        for (int i = 0; i < 4; i += 2) {
            bytes[i] = 1;
            halves[i] = 1;
            words[i] = 1;
            doubles[i] = 1;
        }
#pragma omp task
        for (int i = 1; i < 4; i += 2) {
            bytes[i] = 2;
            halves[i] = 2;
            words[i] = 2;
            doubles[i] = 2;
        }
    }
    for (int i = 0; i < 4; i++)
        printf("%d %d %d %g\n", bytes[i], halves[i], words[i], doubles[i]);
    return 0;
}
