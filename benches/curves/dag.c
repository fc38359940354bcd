// n tasks in a random order: each depends on four that were created before, reads their results,
// and writes one of its own.
#include "curve.h"

enum { ITEMS = 4 };

static uint64_t next(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    return *seed ^= *seed << 17;
}

static uint64_t mixed(const uint64_t *a, const uint64_t *b, const uint64_t *c, const uint64_t *d) { return *a * 3 + *b * 5 + *c * 7 + *d + 1; }

int main(int argc, char **argv) {
    const long n = curve_begin("dag", argc, argv);
    uint64_t *state = curve_alloc((size_t)(n + ITEMS) * sizeof *state), *expected = curve_alloc((size_t)(n + ITEMS) * sizeof *expected);
    for (int i = 0; i < ITEMS; i++)
        state[i] = expected[i] = (uint64_t)i;

    uint64_t seed = 88172645463325252u;
#pragma omp parallel
#pragma omp single
    for (long i = ITEMS; i < n + ITEMS; i++) {
        const uint64_t *from[ITEMS];
        for (int item = 0; item < ITEMS; item++)
            from[item] = &state[next(&seed) % (uint64_t)i];
        const uint64_t *a = from[0], *b = from[1], *c = from[2], *d = from[3];
        uint64_t *to = &state[i];
#pragma omp task firstprivate(a, b, c, d, to) depend(in : *a, *b, *c, *d) depend(out : *to)
        *to = mixed(a, b, c, d);
    }

    seed = 88172645463325252u;
    for (long i = ITEMS; i < n + ITEMS; i++) {
        const uint64_t *from[ITEMS];
        for (int item = 0; item < ITEMS; item++)
            from[item] = &expected[next(&seed) % (uint64_t)i];
        expected[i] = mixed(from[0], from[1], from[2], from[3]);
    }
    return curve_end("dag", n, state[n + ITEMS - 1], expected[n + ITEMS - 1]);
}
