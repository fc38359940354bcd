// n tasks in one region, of which a thousand at a time are not joined.
#include "curve.h"

enum { BATCH = 1000 };

int main(int argc, char **argv) {
    const long n = curve_begin("tasks", argc, argv);
    static uint64_t last[BATCH];
    uint64_t sum = 0;

#pragma omp parallel
#pragma omp single
    for (long i = 0; i < n; i++) {
        const long slot = i % BATCH;
#pragma omp task firstprivate(i, slot)
        last[slot] = (uint64_t)i + 1;
        if (slot == BATCH - 1 || i == n - 1) {
#pragma omp taskwait
            for (long j = 0; j <= slot; j++)
                sum += last[j];
        }
    }
    return curve_end("tasks", n, sum, (uint64_t)n * ((uint64_t)n + 1) / 2);
}
