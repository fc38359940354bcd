// n tasks, none of which is joined before the end, each with a critical section. By default, the
// order of these is kept.
#include "curve.h"

int main(int argc, char **argv) {
    const long n = curve_begin("critical", argc, argv);
    uint64_t sum = 0;

#pragma omp parallel
#pragma omp single
    for (long i = 0; i < n; i++) {
#pragma omp task firstprivate(i) shared(sum)
#pragma omp critical
        sum += (uint64_t)i;
    }

    return curve_end("critical", n, sum, (uint64_t)n * (uint64_t)(n - 1) / 2);
}
