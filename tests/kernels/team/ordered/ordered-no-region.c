// The clause alone, without any ordered region, orders nothing.
//@ twin: ordered-no-region-own.c
//@ options: team=4
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 16; i++) {
        sum += i; //~ race r1 write, race r1 write
    }
    printf("%d\n", sum);
    return 0;
}
