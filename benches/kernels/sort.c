// Merge sort whose merges are parallel too: two nested divide-and-conquer recursions over two arrays.
//
// Stands for the sorting kernels of task suites. Tasks write disjoint ranges whose bounds depend on the data, and the arrays change
// roles from level to level, so every element changes its owner often. Order, sum and a mixed sum of the keys check it.
#include "kernel.h"

enum { SORT_CUTOFF = 2048, MERGE_CUTOFF = 4096, INSERTION_CUTOFF = 16 };

static void merge_serial(const uint32_t *restrict a, size_t na, const uint32_t *restrict b, size_t nb, uint32_t *restrict out) {
    size_t i = 0, j = 0;
    while (i < na && j < nb)
        *out++ = b[j] < a[i] ? b[j++] : a[i++];
    while (i < na)
        *out++ = a[i++];
    while (j < nb)
        *out++ = b[j++];
}

// How many of the sorted keys are below the pivot.
static size_t count_below(const uint32_t *keys, size_t n, uint32_t pivot) {
    size_t low = 0;
    while (low < n) {
        const size_t middle = low + (n - low) / 2;
        if (keys[middle] < pivot)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

// Splits the longer run in the middle and the other one at the same key; the two halves then have nothing in common.
static void merge(const uint32_t *a, size_t na, const uint32_t *b, size_t nb, uint32_t *out) {
    if (na + nb <= MERGE_CUTOFF) {
        merge_serial(a, na, b, nb, out);
        return;
    }
    if (na < nb) {
        merge(b, nb, a, na, out);
        return;
    }
    const size_t i = na / 2, j = count_below(b, nb, a[i]);
#pragma omp task
    merge(a, i, b, j, out);
#pragma omp task
    merge(a + i, na - i, b + j, nb - j, out + i + j);
#pragma omp taskwait
}

static void sort_serial(uint32_t *keys, uint32_t *spare, size_t n) {
    if (n <= INSERTION_CUTOFF) {
        for (size_t i = 1; i < n; i++) {
            const uint32_t key = keys[i];
            size_t j = i;
            for (; j > 0 && keys[j - 1] > key; j--)
                keys[j] = keys[j - 1];
            keys[j] = key;
        }
        return;
    }
    const size_t half = n / 2;
    sort_serial(keys, spare, half);
    sort_serial(keys + half, spare + half, n - half);
    merge_serial(keys, half, keys + half, n - half, spare);
    memcpy(keys, spare, n * sizeof *keys);
}

// Sorts by quarters, so that two levels of merging go to the spare array and back and nothing need be copied.
static void sort(uint32_t *keys, uint32_t *spare, size_t n) {
    if (n <= SORT_CUTOFF) {
        sort_serial(keys, spare, n);
        return;
    }
    const size_t half = n / 2, first = half / 2, third = half + (n - half) / 2;
#pragma omp task
    sort(keys, spare, first);
#pragma omp task
    sort(keys + first, spare + first, half - first);
#pragma omp task
    sort(keys + half, spare + half, third - half);
#pragma omp task
    sort(keys + third, spare + third, n - third);
#pragma omp taskwait
#pragma omp task
    merge(keys, first, keys + first, half - first, spare);
#pragma omp task
    merge(keys + half, third - half, keys + third, n - third, spare + half);
#pragma omp taskwait
    merge(spare, half, spare + half, n - half, keys);
}

// Changes if a key is lost for another one, also where the plain sum does not.
static uint64_t mixed(uint32_t key) {
    uint64_t state = key;
    return kernel_random(&state);
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("sort", argc, argv);
    const size_t n = kernel_pick(k, 200000, 4000000, 28000000);
    uint32_t *keys = kernel_alloc(n, sizeof *keys), *spare = kernel_alloc(n, sizeof *spare);
    uint64_t seed = 1, sum = 0, mixed_sum = 0;
    for (size_t i = 0; i < n; i++) {
        keys[i] = (uint32_t)(kernel_random(&seed) >> 36); // 28 bits: some keys are equal
        sum += keys[i];
        mixed_sum += mixed(keys[i]);
    }

#pragma omp parallel
#pragma omp single
    sort(keys, spare, n);

    size_t in_order = 1;
    for (size_t i = 0; i < n; i++) {
        in_order += i > 0 && keys[i - 1] <= keys[i];
        sum -= keys[i];
        mixed_sum -= mixed(keys[i]);
    }
    kernel_expect(k, (long long)in_order, (long long)n);
    kernel_expect(k, (long long)sum, 0);
    kernel_expect(k, (long long)mixed_sum, 0);
    const uint32_t median = keys[n / 2];
    free(keys), free(spare);
    return kernel_ok(k, median);
}
