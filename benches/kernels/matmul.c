// Dense matrix product C = A B, one task per block of C: flat tasks that share all they read and nothing they write.
//
// Stands for the embarrassingly parallel kernels of the task-race literature. Every element of A and B is read by many unordered
// tasks, so it shows what a checker pays for wide read sharing. Freivalds' test checks it: C x = A (B x).
#include "kernel.h"

enum { BLOCK = 32 };

// c[i0.., j0..] = the product's block; the middle loop runs over k so that the inner one has stride 1 in b and c.
static void multiply_block(int n, const double *restrict a, const double *restrict b, double *restrict c, int i0, int j0) {
    for (int i = i0; i < i0 + BLOCK; i++) {
        double *row = c + (size_t)i * n + j0;
        for (int j = 0; j < BLOCK; j++)
            row[j] = 0.0;
        for (int k = 0; k < n; k++) {
            const double factor = a[(size_t)i * n + k];
            const double *other = b + (size_t)k * n + j0;
            for (int j = 0; j < BLOCK; j++)
                row[j] += factor * other[j];
        }
    }
}

static void multiply(int n, const double *a, const double *b, double *c) {
#pragma omp taskgroup
    for (int i = 0; i < n; i += BLOCK)
        for (int j = 0; j < n; j += BLOCK) {
#pragma omp task firstprivate(i, j)
            multiply_block(n, a, b, c, i, j);
        }
}

static void apply(int n, const double *restrict matrix, const double *restrict x, double *restrict y) {
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++)
            sum += matrix[(size_t)i * n + j] * x[j];
        y[i] = sum;
    }
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("matmul", argc, argv);
    const int n = kernel_pick(k, 384, 960, 2016);
    const size_t elements = (size_t)n * n;
    double *a = kernel_alloc(elements, sizeof *a);
    double *b = kernel_alloc(elements, sizeof *b);
    double *c = kernel_alloc(elements, sizeof *c);
    uint64_t seed = 1;
    for (size_t i = 0; i < elements; i++) {
        a[i] = kernel_random_real(&seed);
        b[i] = kernel_random_real(&seed);
    }

#pragma omp parallel
#pragma omp single
    multiply(n, a, b, c);

    double *x = kernel_alloc(n, sizeof *x), *bx = kernel_alloc(n, sizeof *bx);
    double *got = kernel_alloc(n, sizeof *got), *expected = kernel_alloc(n, sizeof *expected);
    for (int i = 0; i < n; i++)
        x[i] = kernel_random_real(&seed);
    apply(n, c, x, got);
    apply(n, b, x, bx);
    apply(n, a, bx, expected);
    const double result = kernel_expect_vector(k, n, got, expected);
    free(a), free(b), free(c), free(x), free(bx), free(got), free(expected);
    return kernel_ok_real(k, result);
}
