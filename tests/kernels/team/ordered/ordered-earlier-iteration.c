// What an iteration writes in front of its ordered region, later iterations may read inside theirs.
//@ twin: ordered-before.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int cell[8], sum;

int main(void) {
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < 8; i++) {
        cell[i] = i;
#pragma omp ordered
        for (int j = 0; j <= i; j++)
            sum += cell[j];
    }
    printf("%d\n", sum);
    return sum != 84;
}
