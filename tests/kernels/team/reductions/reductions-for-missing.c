// The threads add their parts of the loop to one sum.
//@ twin: reductions-for.c
//@ options: team=4
#include <stdio.h>

int table[64], sum;

static __attribute__((noinline)) void add(int term) {
    sum += term; //~ race r1 write, race r1 write
}

int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
        table[i] = i;
        add(i);
    }
    printf("%d %d\n", sum, table[63]);
    return 0;
}
