/*
The sink names the iteration two before, but the element is made by the one just before.
Data race pair: chain[i]@17:9:W vs. chain[i-1]@17:20:R
*/

#include <stdio.h>

enum { N = 24 };

int chain[N];

int main(void) {
    chain[0] = 1;
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
    for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink : i - 2)
        chain[i] = chain[i-1] + i;
#pragma omp ordered depend(source)
    }
    printf("%d\n", chain[3]);
    return 0;
}
