// Jacobi's method for Poisson's equation on the unit square, in blocks: every sweep's tasks depend on the neighbours' previous ones.
//
// Stands for the blocked stencils of the depend suites: few reads per write, halos shared by five tasks, and two sweeps in flight at
// once. A sine is an eigenvector of the sweep, so the field after any number of sweeps is known in closed form, and checks it.
#include "kernel.h"

enum { BLOCK = 128, START_MODE = 24, SOLUTION_MODE = 16 };

// Blocks of a grid with a border of zeros around them; next = (the four neighbours of now + source) / 4.
static void sweep_block(int stride, const double *restrict now, double *restrict next, const double *restrict source) {
    for (int i = 0; i < BLOCK; i++)
        for (int j = 0; j < BLOCK; j++) {
            const size_t at = (size_t)i * stride + j;
            next[at] = 0.25 * (now[at - stride] + now[at + stride] + now[at - 1] + now[at + 1] + source[at]);
        }
}

// A block's first element stands for the block. Blocks at the border name themselves in place of the neighbour they do not have.
static void sweep(int blocks, int stride, const double *now, double *next, const double *source) {
    for (int bi = 0; bi < blocks; bi++)
        for (int bj = 0; bj < blocks; bj++) {
            const size_t at = (size_t)(bi * BLOCK + 1) * stride + bj * BLOCK + 1, down = (size_t)BLOCK * stride;
            const double *here = now + at;
            const double *north = bi > 0 ? here - down : here, *south = bi + 1 < blocks ? here + down : here;
            const double *west = bj > 0 ? here - BLOCK : here, *east = bj + 1 < blocks ? here + BLOCK : here;
#pragma omp task depend(in : *here, *north, *south, *west, *east) depend(out : next[at])
            sweep_block(stride, here, next + at, source + at);
        }
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("jacobi", argc, argv);
    const int blocks = kernel_pick(k, 2, 8, 12), sweeps = kernel_pick(k, 100, 140, 400);
    const int n = blocks * BLOCK, stride = n + 2;
    const double h = 1.0 / (n + 1);
    double *now = kernel_alloc_zeroed((size_t)stride * stride, sizeof *now);
    double *next = kernel_alloc_zeroed((size_t)stride * stride, sizeof *next);
    double *source = kernel_alloc_zeroed((size_t)stride * stride, sizeof *source);
    // Along each axis; the fields are products of two of them.
    double *start = kernel_alloc(n, sizeof *start), *solution = kernel_alloc(n, sizeof *solution);
    for (int i = 0; i < n; i++) {
        start[i] = sin(START_MODE * KERNEL_PI * (i + 1) * h);
        solution[i] = sin(SOLUTION_MODE * KERNEL_PI * (i + 1) * h);
    }
    // A sweep multiplies each mode by its factor, and the source adds what keeps the solution where it is.
    const double start_factor = cos(START_MODE * KERNEL_PI * h), solution_factor = cos(SOLUTION_MODE * KERNEL_PI * h);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const size_t at = (size_t)(i + 1) * stride + j + 1;
            now[at] = start[i] * start[j];
            source[at] = 4.0 * (1.0 - solution_factor) * solution[i] * solution[j];
        }

#pragma omp parallel
#pragma omp single
    for (int s = 0; s < sweeps; s++)
        sweep(blocks, stride, s % 2 ? next : now, s % 2 ? now : next, source);

    // All rows, but only after many sweeps: the check costs about as much as one.
    const double *last = sweeps % 2 ? next : now;
    const double start_left = pow(start_factor, sweeps), solution_reached = 1.0 - pow(solution_factor, sweeps);
    double *expected = kernel_alloc(n, sizeof *expected);
    double result = 0.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            expected[j] = start_left * start[i] * start[j] + solution_reached * solution[i] * solution[j];
        result += kernel_expect_vector(k, n, last + (size_t)(i + 1) * stride + 1, expected);
    }
    free(now), free(next), free(source), free(start), free(solution), free(expected);
    return kernel_ok_real(k, result);
}
