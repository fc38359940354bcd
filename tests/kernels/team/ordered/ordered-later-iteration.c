// An iteration may not read inside its ordered region what later iterations write in front of theirs.
//@ twin: ordered-some.c
//@ options: team=4
#include <stdio.h>

int cell[9], sum;

int main(void) {
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < 8; i++) {
        cell[i] = i; //~ race r1 write
#pragma omp ordered
        sum += cell[i + 1]; //~ race r1 read
    }
    printf("%d\n", sum);
    return 0;
}
