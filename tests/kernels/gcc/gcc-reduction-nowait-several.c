// Two loops without barriers reduce two variables each; thread 0 reads one that a loop before has reduced.
// gcc combines by atomics, or under a lock of its own.
//@ twin: gcc-reduction-nowait-several-barrier.c
//@ compiler: gcc
//@ options: team=4
#include <stdio.h>

int main(void) {
    int a = 0, b = 0, c = 0, d = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : a, b) nowait //~ race r1 write
        for (int i = 0; i < 16; i++) {
            a += i;
            b += 2;
        }
#pragma omp for reduction(+ : c, d) nowait
        for (int i = 0; i < 16; i++) {
            c += i;
            d += 2;
        }
#pragma omp master
        if (b < 0) //~ race r1 read
            puts("wrong");
    }
    printf("%d %d %d %d\n", a, b, c, d);
    return a + b + c + d != 304;
}
