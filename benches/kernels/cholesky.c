// Cholesky factorisation of a dense matrix in tiles, with depend on whole tiles: A = Uᵀ U.
//
// Stands for the tiled factorisations of the depend suites: a dense, regular task graph with four kinds of task and tiles that
// many later tasks only read. Uᵀ (U x) = A x checks it, with the right side taken before.
#include "kernel.h"

enum { TILE = 64, TILE_ELEMENTS = TILE * TILE };

// Only the tiles on and above the diagonal are used; each is row-major and in one piece.
typedef struct {
    int tiles;
    double *elements;
} matrix;

static double *tile_at(matrix m, int i, int j) { return m.elements + ((size_t)i * m.tiles + j) * TILE_ELEMENTS; }

// d = U with Uᵀ U = d, in its upper half
static void factor(double *restrict d) {
    for (int k = 0; k < TILE; k++) {
        const double root = sqrt(d[k * TILE + k]);
        for (int j = k; j < TILE; j++)
            d[k * TILE + j] /= root;
        for (int i = k + 1; i < TILE; i++)
            for (int j = i; j < TILE; j++)
                d[i * TILE + j] -= d[k * TILE + i] * d[k * TILE + j];
    }
}

// right = U⁻ᵀ right
static void solve(const double *restrict d, double *restrict right) {
    for (int k = 0; k < TILE; k++) {
        for (int j = 0; j < TILE; j++)
            right[k * TILE + j] /= d[k * TILE + k];
        for (int i = k + 1; i < TILE; i++)
            for (int j = 0; j < TILE; j++)
                right[i * TILE + j] -= d[k * TILE + i] * right[k * TILE + j];
    }
}

// inner -= leftᵀ right
static void update(const double *restrict left, const double *restrict right, double *restrict inner) {
    for (int i = 0; i < TILE; i++)
        for (int k = 0; k < TILE; k++) {
            const double factor = left[k * TILE + i];
            for (int j = 0; j < TILE; j++)
                inner[i * TILE + j] -= factor * right[k * TILE + j];
        }
}

// The same on the diagonal, where left and right are one tile and the lower half is not needed.
static void update_diagonal(const double *restrict row, double *restrict inner) {
    for (int i = 0; i < TILE; i++)
        for (int k = 0; k < TILE; k++) {
            const double factor = row[k * TILE + i];
            for (int j = i; j < TILE; j++)
                inner[i * TILE + j] -= factor * row[k * TILE + j];
        }
}

static void factorise(matrix m) {
    for (int k = 0; k < m.tiles; k++) {
        double *diagonal = tile_at(m, k, k);
#pragma omp task depend(inout : *diagonal)
        factor(diagonal);
        for (int j = k + 1; j < m.tiles; j++) {
            double *right = tile_at(m, k, j);
#pragma omp task depend(in : *diagonal) depend(inout : *right)
            solve(diagonal, right);
        }
        for (int i = k + 1; i < m.tiles; i++) {
            double *left = tile_at(m, k, i), *corner = tile_at(m, i, i);
#pragma omp task depend(in : *left) depend(inout : *corner)
            update_diagonal(left, corner);
            for (int j = i + 1; j < m.tiles; j++) {
                double *right = tile_at(m, k, j), *inner = tile_at(m, i, j);
#pragma omp task depend(in : *left, *right) depend(inout : *inner)
                update(left, right, inner);
            }
        }
    }
#pragma omp taskwait
}

// above = U x and below = Uᵀ x, for U the matrix's upper half with its diagonal.
static void apply(matrix m, const double *restrict x, double *restrict above, double *restrict below) {
    const int n = m.tiles * TILE;
    for (int i = 0; i < n; i++)
        above[i] = below[i] = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            const double element = tile_at(m, i / TILE, j / TILE)[i % TILE * TILE + j % TILE];
            above[i] += element * x[j];
            below[j] += element * x[i];
        }
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("cholesky", argc, argv);
    const int tiles = kernel_pick(k, 10, 28, 64), n = tiles * TILE;
    const matrix m = {tiles, kernel_alloc((size_t)n * n, sizeof *m.elements)};
    uint64_t seed = 1;
    for (int i = 0; i < tiles; i++)
        for (int j = i; j < tiles; j++) {
            double *tile = tile_at(m, i, j);
            for (int e = 0; e < TILE_ELEMENTS; e++)
                tile[e] = kernel_random_real(&seed);
            // Dominates its row, so the matrix is positive definite.
            for (int d = 0; i == j && d < TILE; d++)
                tile[d * TILE + d] += n;
        }
    double *x = kernel_alloc(n, sizeof *x), *ux = kernel_alloc(n, sizeof *ux), *unused = kernel_alloc(n, sizeof *unused);
    double *got = kernel_alloc(n, sizeof *got), *expected = kernel_alloc(n, sizeof *expected);
    for (int i = 0; i < n; i++)
        x[i] = kernel_random_real(&seed);
    // A is its upper half and that half's mirror image, which share the diagonal.
    apply(m, x, expected, got);
    for (int i = 0; i < n; i++)
        expected[i] += got[i] - tile_at(m, i / TILE, i / TILE)[i % TILE * (TILE + 1)] * x[i];

#pragma omp parallel
#pragma omp single
    factorise(m);

    apply(m, x, ux, unused);
    apply(m, ux, unused, got);
    const double result = kernel_expect_vector(k, n, got, expected);
    free(m.elements), free(x), free(ux), free(unused), free(got), free(expected);
    return kernel_ok_real(k, result);
}
