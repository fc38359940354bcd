// A balanced binary tree of n tasks, each of which waits for its two children and adds up what they counted.
#include "curve.h"

static void count(long n, uint64_t *result) {
    uint64_t left = 0, right = 0;
    const long below = n - 1;
    if (below / 2 > 0) {
#pragma omp task shared(left)
        count(below / 2, &left);
    }
    if (below - below / 2 > 0) {
#pragma omp task shared(right)
        count(below - below / 2, &right);
    }
#pragma omp taskwait
    *result = left + right + 1;
}

int main(int argc, char **argv) {
    const long n = curve_begin("tree", argc, argv);
    uint64_t result = 0;

#pragma omp parallel
#pragma omp single
    count(n, &result);
    return curve_end("tree", n, result, (uint64_t)n);
}
