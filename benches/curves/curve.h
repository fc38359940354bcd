// What the curves share: reading n, and the one line of result.
#ifndef DETSAN_CURVE_H
#define DETSAN_CURVE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Reads the only argument, a positive number; anything else ends the program with status 2.
static inline long curve_begin(const char *name, int argc, char **argv) {
    char *end = NULL;
    const long n = argc == 2 ? strtol(argv[1], &end, 10) : 0;
    if (n > 0 && *end == '\0')
        return n;
    fprintf(stderr, "usage: %s N\n", name);
    exit(2);
}

static inline void *curve_alloc(size_t size) {
    void *memory = malloc(size);
    if (memory)
        return memory;
    fprintf(stderr, "out of memory\n");
    exit(3);
}

static inline int curve_end(const char *name, long n, uint64_t got, uint64_t expected) {
    printf("%s %ld %s %llu\n", name, n, got == expected ? "ok" : "WRONG", (unsigned long long)got);
    return got != expected;
}

#endif
