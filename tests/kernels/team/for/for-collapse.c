// Two loops are collapsed, and every pair of indices has its own element.
//@ twin: for-collapse-third.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int count[8][8];

int main(void) {
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            count[i][j] += i;
    printf("%d\n", count[7][7]);
    return 0;
}
