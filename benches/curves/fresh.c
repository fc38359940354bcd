// n tasks, each joined before the next, each of which writes an element that no other has touched.
#include "curve.h"

int main(int argc, char **argv) {
    const long n = curve_begin("fresh", argc, argv);
    uint64_t *elements = curve_alloc((size_t)n * sizeof *elements), sum = 0;

#pragma omp parallel
#pragma omp single
    for (long i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
        elements[i] = (uint64_t)i;
#pragma omp taskwait
    }

    for (long i = 0; i < n; i++)
        sum += elements[i];
    free(elements);
    return curve_end("fresh", n, sum, (uint64_t)n * ((uint64_t)n - 1) / 2);
}
