// n items of depend clauses: a stencil in three dimensions on a torus. In each generation, each
// tile is computed from the 27 tiles around it.
#include "curve.h"

enum { SIDE = 4, TILES = SIDE * SIDE * SIDE, ITEMS = 28 };

static int tile(int x, int y, int z) {
    return ((x + SIDE) % SIDE * SIDE + (y + SIDE) % SIDE) * SIDE + (z + SIDE) % SIDE;
}

static uint64_t around(const uint64_t *from, int x, int y, int z) {
    uint64_t sum = 1;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dz = -1; dz <= 1; dz++)
                sum = sum * 3 + from[tile(x + dx, y + dy, z + dz)];
    return sum;
}

#define AROUND_Z(x, y, z) from[tile(x, y, (z) - 1)], from[tile(x, y, z)], from[tile(x, y, (z) + 1)]
#define AROUND_Y(x, y, z) AROUND_Z(x, (y) - 1, z), AROUND_Z(x, y, z), AROUND_Z(x, (y) + 1, z)
#define AROUND(x, y, z) AROUND_Y((x) - 1, y, z), AROUND_Y(x, y, z), AROUND_Y((x) + 1, y, z)

int main(int argc, char **argv) {
    const long n = curve_begin("stencil", argc, argv);
    const long generations = (n + TILES * ITEMS - 1) / (TILES * ITEMS);
    static uint64_t state[2][TILES], expected[2][TILES];
    for (int i = 0; i < TILES; i++)
        state[0][i] = expected[0][i] = (uint64_t)i;

#pragma omp parallel
#pragma omp single
    for (long generation = 0; generation < generations; generation++) {
        uint64_t *from = state[generation % 2], *to = state[(generation + 1) % 2];
        for (int i = 0; i < TILES; i++) {
            const int x = i / SIDE / SIDE, y = i / SIDE % SIDE, z = i % SIDE;
#pragma omp task firstprivate(from, to, i, x, y, z) depend(in : AROUND(x, y, z)) depend(out : to[i])
            to[i] = around(from, x, y, z);
        }
    }

    uint64_t got = 0, wanted = 0;
    for (long generation = 0; generation < generations; generation++)
        for (int i = 0; i < TILES; i++)
            expected[(generation + 1) % 2][i] = around(expected[generation % 2], i / SIDE / SIDE, i / SIDE % SIDE, i % SIDE);
    for (int i = 0; i < TILES; i++) {
        got = got * 31 + state[generations % 2][i];
        wanted = wanted * 31 + expected[generations % 2][i];
    }
    return curve_end("stencil", n, got, wanted);
}
