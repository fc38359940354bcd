/*
Every iteration leaves its value in the same shared variable, and reads it from there.
Data race pair: last@17:9:W vs. last@17:9:W
Data race pair: last@17:9:W vs. last@18:19:R
*/

#include <stdio.h>

enum { N = 100 };

int cell[N];

int main(void) {
    int last = 0;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        last = i;
        cell[i] = last;
    }
    printf("%d %d\n", last, cell[7]);
    return 0;
}
