// What every performance kernel shares: its size class, its memory, its numbers and its one line of result.
//
// The kernels are compiled with and without checkers, so this stays plain C11 without state: nothing here adds accesses of its own
// to what a kernel's tasks do.
#ifndef DETSAN_KERNEL_H
#define DETSAN_KERNEL_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL_PI 3.14159265358979323846

typedef struct {
    const char *name;
    const char *label;
    int level; // 0 small, 1 medium, 2 large
} kernel;

// Reads the only argument, the size class; anything else ends the program with status 2.
static inline kernel kernel_begin(const char *name, int argc, char **argv) {
    static const char *const labels[] = {"small", "medium", "large"};
    for (int level = 0; argc == 2 && level < 3; level++)
        if (strcmp(argv[1], labels[level]) == 0)
            return (kernel){name, labels[level], level};
    fprintf(stderr, "usage: %s small|medium|large\n", name);
    exit(2);
}

static inline int kernel_pick(kernel k, int small, int medium, int large) {
    return k.level == 0 ? small : k.level == 1 ? medium : large;
}

static inline void *kernel_checked(void *memory) {
    if (!memory) {
        fprintf(stderr, "out of memory: try a smaller class\n");
        exit(3);
    }
    return memory;
}

static inline void *kernel_alloc(size_t count, size_t size) {
    return kernel_checked(size && count > SIZE_MAX / size ? NULL : malloc(count * size));
}

static inline void *kernel_alloc_zeroed(size_t count, size_t size) { return kernel_checked(calloc(count, size)); }

// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine, and any seed is a good one.
static inline uint64_t kernel_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// In [-1, 1).
static inline double kernel_random_real(uint64_t *state) { return (double)(kernel_random(state) >> 11) * 0x1p-52 - 1.0; }

// The checks end the program with status 1 if they fail, so that a kernel reads as a list of what must hold.
static inline void kernel_expect(kernel k, long long got, long long expected) {
    if (got == expected)
        return;
    printf("%s %s WRONG %lld %lld\n", k.name, k.label, got, expected);
    exit(1);
}

// Equal up to rounding, measured against the largest entry. Returns the sum of magnitudes, as the result to print.
static inline double kernel_expect_vector(kernel k, size_t n, const double *got, const double *expected) {
    const double tolerance = 1e-9;
    double largest = 0.0, sum = 0.0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(expected[i]));
    for (size_t i = 0; i < n; i++) {
        // Negated, so that a NaN fails.
        if (!(fabs(got[i] - expected[i]) <= tolerance * largest)) {
            printf("%s %s WRONG %.9g %.9g\n", k.name, k.label, got[i], expected[i]);
            exit(1);
        }
        sum += fabs(got[i]);
    }
    return sum;
}

static inline int kernel_ok(kernel k, long long result) {
    printf("%s %s ok %lld\n", k.name, k.label, result);
    return 0;
}

static inline int kernel_ok_real(kernel k, double result) {
    printf("%s %s ok %.9g\n", k.name, k.label, result);
    return 0;
}

#endif
