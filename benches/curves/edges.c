// n items of depend clauses: generations of tasks, each of which reads three results of the generation before, in a ring, and
// writes one of its own.
#include "curve.h"

enum { WIDTH = 64, ITEMS = 4 };

static uint64_t mixed(uint64_t left, uint64_t middle, uint64_t right) { return left * 3 + middle * 5 + right * 7 + 1; }

int main(int argc, char **argv) {
    const long n = curve_begin("edges", argc, argv);
    const long generations = (n + WIDTH * ITEMS - 1) / (WIDTH * ITEMS);
    static uint64_t state[2][WIDTH], expected[2][WIDTH];
    for (int i = 0; i < WIDTH; i++)
        state[0][i] = expected[0][i] = (uint64_t)i;

#pragma omp parallel
#pragma omp single
    for (long generation = 0; generation < generations; generation++) {
        uint64_t *from = state[generation % 2], *to = state[(generation + 1) % 2];
        for (int i = 0; i < WIDTH; i++) {
            const int left = (i + WIDTH - 1) % WIDTH, right = (i + 1) % WIDTH;
#pragma omp task firstprivate(from, to, i, left, right) depend(in : from[left], from[i], from[right]) depend(out : to[i])
            to[i] = mixed(from[left], from[i], from[right]);
        }
    }

    uint64_t got = 0, wanted = 0;
    for (long generation = 0; generation < generations; generation++)
        for (int i = 0; i < WIDTH; i++) {
            const uint64_t *from = expected[generation % 2];
            expected[(generation + 1) % 2][i] = mixed(from[(i + WIDTH - 1) % WIDTH], from[i], from[(i + 1) % WIDTH]);
        }
    for (int i = 0; i < WIDTH; i++) {
        got = got * 31 + state[generations % 2][i];
        wanted = wanted * 31 + expected[generations % 2][i];
    }
    return curve_end("edges", n, got, wanted);
}
