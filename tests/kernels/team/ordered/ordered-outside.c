// The loop is an ordered one, but the store is outside of the ordered region.
//@ twin: ordered-inside.c
//@ options: team=4
#include <stdio.h>

int last, line[32];

int main(void) {
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < 32; i++) {
        last = i; //~ race r1 write, race r1 write
#pragma omp ordered
        line[i] = i;
    }
    printf("%d %d\n", last, line[31]);
    return 0;
}
