// Two rounds of inoutset tasks follow each other with nothing between them: they are one set, and its members are unordered.
//@ twin: set-two-rounds-apart.c
#include <stdio.h>

int a[2];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 2; i++) {
#pragma omp task depend(inoutset : a)
            a[i] += round; //~ race r1 write, race r1 write
        }
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
