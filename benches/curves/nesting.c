// A chain of tasks nested n deep: each waits for its only child. Needs a stack of about a KiB for each level.
#include "curve.h"

static void nest(long depth, uint64_t *result) {
    uint64_t below = 0;
    if (depth > 1) {
#pragma omp task shared(below)
        nest(depth - 1, &below);
#pragma omp taskwait
    }
    *result = below + 1;
}

int main(int argc, char **argv) {
    const long n = curve_begin("nesting", argc, argv);
    uint64_t result = 0;

#pragma omp parallel
#pragma omp single
    nest(n, &result);
    return curve_end("nesting", n, result, (uint64_t)n);
}
