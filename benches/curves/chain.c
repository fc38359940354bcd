// n tasks in a chain: each depends on the one before by the same location.
#include "curve.h"

int main(int argc, char **argv) {
    const long n = curve_begin("chain", argc, argv);
    uint64_t x = 1, expected = 1;

#pragma omp parallel
#pragma omp single
    for (long i = 0; i < n; i++) {
#pragma omp task firstprivate(i) shared(x) depend(inout : x)
        x = x * 5 + (uint64_t)i;
    }

    for (long i = 0; i < n; i++)
        expected = expected * 5 + (uint64_t)i;
    return curve_end("chain", n, x, expected);
}
