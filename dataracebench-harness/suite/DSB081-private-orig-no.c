/*
The scratch variable is private: every thread has its own.
*/

#include <stdio.h>

enum { N = 100 };

int cell[N];

int main(void) {
    int scratch;
#pragma omp parallel for private(scratch)
    for (int i = 0; i < N; i++) {
        scratch = i * 3;
        cell[i] = scratch + 1;
    }
    printf("%d\n", cell[7]);
    return cell[7] != 22;
}
