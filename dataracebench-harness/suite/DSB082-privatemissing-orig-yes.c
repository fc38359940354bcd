/*
The scratch variable of the loop body is declared outside and shared.
Data race pair: scratch@17:9:W vs. scratch@17:9:W
Data race pair: scratch@17:9:W vs. scratch@18:19:R
*/

#include <stdio.h>

enum { N = 100 };

int cell[N];

int main(void) {
    int scratch;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        scratch = i * 3;
        cell[i] = scratch + 1;
    }
    printf("%d\n", cell[7]);
    return 0;
}
