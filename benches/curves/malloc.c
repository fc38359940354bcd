// n tasks, each of which takes a block of memory, uses it and gives it back; sixteen at a time are not joined.
#include "curve.h"

enum { WORDS = 32, BATCH = 16 };

// Kept apart, so that the compiler does not see that nobody else gets the block.
__attribute__((noinline)) static void fill(uint64_t *block, uint64_t first) {
    for (int i = 0; i < WORDS; i++)
        block[i] = first + (uint64_t)i;
}

__attribute__((noinline)) static uint64_t sum_of(const uint64_t *block) {
    uint64_t sum = 0;
    for (int i = 0; i < WORDS; i++)
        sum += block[i];
    return sum;
}

int main(int argc, char **argv) {
    const long n = curve_begin("malloc", argc, argv);
    static uint64_t sums[BATCH];
    uint64_t total = 0;

#pragma omp parallel
#pragma omp single
    for (long i = 0; i < n; i++) {
        const long slot = i % BATCH;
#pragma omp task firstprivate(i, slot)
        {
            uint64_t *block = curve_alloc(WORDS * sizeof *block);
            fill(block, (uint64_t)i);
            sums[slot] = sum_of(block);
            free(block);
        }
        if (slot == BATCH - 1 || i == n - 1) {
#pragma omp taskwait
            for (long j = 0; j <= slot; j++)
                total += sums[j];
        }
    }

    const uint64_t count = (uint64_t)n;
    return curve_end("malloc", n, total, WORDS * (count * (count - 1) / 2) + count * (WORDS * (WORDS - 1) / 2));
}
