// LU factorisation of a matrix of tiles, many of them absent, with depend on whole tiles.
//
// Stands for the sparse tiled factorisations of task suites: a task graph whose shape depends on the data and in which elimination
// fills in new tiles. Without pivoting; the diagonal dominates. L (U x) = A x checks it, with the right side taken before.
#include "kernel.h"

enum { TILE = 64, TILE_ELEMENTS = TILE * TILE };

// Row-major tiles, row-major within; NULL for one that is zero.
typedef struct {
    int tiles;
    double **at;
} matrix;

static double **tile_at(const matrix *m, int i, int j) { return &m->at[(size_t)i * m->tiles + j]; }

// Diagonal tile: L below the diagonal with ones on it, U above and on it.
static void factor(double *restrict d) {
    for (int k = 0; k < TILE; k++)
        for (int i = k + 1; i < TILE; i++) {
            const double ratio = d[i * TILE + k] /= d[k * TILE + k];
            for (int j = k + 1; j < TILE; j++)
                d[i * TILE + j] -= ratio * d[k * TILE + j];
        }
}

// right = L⁻¹ right
static void solve_right(const double *restrict d, double *restrict right) {
    for (int k = 0; k < TILE; k++)
        for (int i = k + 1; i < TILE; i++)
            for (int j = 0; j < TILE; j++)
                right[i * TILE + j] -= d[i * TILE + k] * right[k * TILE + j];
}

// below = below U⁻¹
static void solve_below(const double *restrict d, double *restrict below) {
    for (int i = 0; i < TILE; i++)
        for (int k = 0; k < TILE; k++) {
            const double ratio = below[i * TILE + k] /= d[k * TILE + k];
            for (int j = k + 1; j < TILE; j++)
                below[i * TILE + j] -= ratio * d[k * TILE + j];
        }
}

static void update(const double *restrict below, const double *restrict right, double *restrict inner) {
    for (int i = 0; i < TILE; i++)
        for (int k = 0; k < TILE; k++) {
            const double ratio = below[i * TILE + k];
            for (int j = 0; j < TILE; j++)
                inner[i * TILE + j] -= ratio * right[k * TILE + j];
        }
}

// Fill-in is allocated here, by the task that creates the others: they see only tiles, never the table of tiles.
static void factorise(const matrix *m) {
    for (int k = 0; k < m->tiles; k++) {
        double *diagonal = *tile_at(m, k, k);
#pragma omp task depend(inout : *diagonal)
        factor(diagonal);
        for (int j = k + 1; j < m->tiles; j++) {
            double *right = *tile_at(m, k, j), *below = *tile_at(m, j, k);
            if (right) {
#pragma omp task depend(in : *diagonal) depend(inout : *right)
                solve_right(diagonal, right);
            }
            if (below) {
#pragma omp task depend(in : *diagonal) depend(inout : *below)
                solve_below(diagonal, below);
            }
        }
        for (int i = k + 1; i < m->tiles; i++)
            for (int j = k + 1; j < m->tiles; j++) {
                double *below = *tile_at(m, i, k), *right = *tile_at(m, k, j), **inner = tile_at(m, i, j);
                if (!below || !right)
                    continue;
                if (!*inner)
                    *inner = kernel_alloc_zeroed(TILE_ELEMENTS, sizeof **inner);
                double *target = *inner;
#pragma omp task depend(in : *below, *right) depend(inout : *target)
                update(below, right, target);
            }
    }
#pragma omp taskwait
}

typedef enum { ALL, LOWER_UNIT, UPPER } part;

// y = (the part of m) x
static void apply(const matrix *m, part which, const double *restrict x, double *restrict y) {
    const int n = m->tiles * TILE;
    for (int row = 0; row < n; row++) {
        double sum = which == LOWER_UNIT ? x[row] : 0.0;
        const int begin = which == UPPER ? row : 0, end = which == LOWER_UNIT ? row : n;
        for (int column = begin; column < end; column++) {
            const double *tile = *tile_at(m, row / TILE, column / TILE);
            if (tile)
                sum += tile[row % TILE * TILE + column % TILE] * x[column];
        }
        y[row] = sum;
    }
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("sparselu", argc, argv);
    const int tiles = kernel_pick(k, 10, 30, 58), n = tiles * TILE;
    const matrix m = {tiles, kernel_alloc_zeroed((size_t)tiles * tiles, sizeof *m.at)};
    uint64_t seed = 1;
    for (int i = 0; i < tiles; i++)
        for (int j = 0; j < tiles; j++) {
            // The diagonal, its neighbours, and one in four of the others.
            if (abs(i - j) > 1 && kernel_random(&seed) % 4 != 0)
                continue;
            double *tile = *tile_at(&m, i, j) = kernel_alloc(TILE_ELEMENTS, sizeof *tile);
            for (int e = 0; e < TILE_ELEMENTS; e++)
                tile[e] = kernel_random_real(&seed);
            for (int d = 0; i == j && d < TILE; d++)
                tile[d * TILE + d] += n;
        }
    double *x = kernel_alloc(n, sizeof *x), *ux = kernel_alloc(n, sizeof *ux);
    double *got = kernel_alloc(n, sizeof *got), *expected = kernel_alloc(n, sizeof *expected);
    for (int i = 0; i < n; i++)
        x[i] = kernel_random_real(&seed);
    apply(&m, ALL, x, expected);

#pragma omp parallel
#pragma omp single
    factorise(&m);

    apply(&m, UPPER, x, ux);
    apply(&m, LOWER_UNIT, ux, got);
    const double result = kernel_expect_vector(k, n, got, expected);
    for (int t = 0; t < tiles * tiles; t++)
        free(m.at[t]);
    free(m.at), free(x), free(ux), free(got), free(expected);
    return kernel_ok_real(k, result);
}
