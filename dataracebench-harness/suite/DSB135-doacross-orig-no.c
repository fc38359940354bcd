/*
Each iteration waits for the one before it, as the sink says, and tells the next one when its
element is there.
*/

#include <stdio.h>

enum { N = 24 };

int chain[N];

int main(void) {
    chain[0] = 1;
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
    for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink : i - 1)
        chain[i] = chain[i-1] + i;
#pragma omp ordered depend(source)
    }
    printf("%d\n", chain[3]);
    return chain[3] != 7;
}
