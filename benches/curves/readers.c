// n tasks that are not joined read all of one matrix of 65,536 words; then one task writes it.
#include "curve.h"

enum { WORDS = 65536 };

static uint64_t matrix[WORDS];

static uint64_t sum_of(void) {
    uint64_t sum = 0;
    for (long i = 0; i < WORDS; i++)
        sum += matrix[i];
    return sum;
}

int main(int argc, char **argv) {
    const long n = curve_begin("readers", argc, argv);
    uint64_t *sums = curve_alloc((size_t)n * sizeof *sums), total = 0;
    for (long i = 0; i < WORDS; i++)
        matrix[i] = (uint64_t)i;

#pragma omp parallel
#pragma omp single
    {
        for (long i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
            sums[i] = sum_of();
        }
#pragma omp taskwait
#pragma omp task
        for (long i = 0; i < WORDS; i++)
            matrix[i] += 1;
    }

    for (long i = 0; i < n; i++)
        total += sums[i];
    const uint64_t one = (uint64_t)WORDS * (WORDS - 1) / 2;
    free(sums);
    return curve_end("readers", n, total + sum_of(), one * (uint64_t)(n + 1) + WORDS);
}
