// Strassen's matrix product: seven recursive tasks per level, over temporaries that live no longer than their task.
//
// Stands for the dense divide-and-conquer kernels of task suites. Memory is taken and given back all the time, so the same
// addresses serve tasks that have nothing to do with each other. Freivalds' test checks it: C x = A (B x).
#include "kernel.h"

enum { CUTOFF = 72, PRODUCTS = 7 };

// A square view of a larger row-major matrix.
typedef struct {
    double *at;
    int stride;
} view;

static view quarter(view m, int half, int row, int column) {
    return (view){m.at + (size_t)row * half * m.stride + (size_t)column * half, m.stride};
}

static void multiply_serial(int n, view a, view b, view c) {
    for (int i = 0; i < n; i++) {
        double *restrict row = c.at + (size_t)i * c.stride;
        for (int j = 0; j < n; j++)
            row[j] = 0.0;
        for (int k = 0; k < n; k++) {
            const double factor = a.at[(size_t)i * a.stride + k];
            const double *restrict other = b.at + (size_t)k * b.stride;
            for (int j = 0; j < n; j++)
                row[j] += factor * other[j];
        }
    }
}

// Which quarters (0 to 3 in row order) a product takes from A or from B: first + sign second, or only the first if the sign is 0.
typedef struct {
    int first, second;
    double sign;
} operand;

static const operand left_operands[PRODUCTS] = {{0, 3, 1}, {2, 3, 1}, {0, 0, 0}, {3, 3, 0}, {0, 1, 1}, {2, 0, -1}, {1, 3, -1}};
static const operand right_operands[PRODUCTS] = {{0, 3, 1}, {0, 0, 0}, {1, 3, -1}, {2, 0, -1}, {3, 3, 0}, {0, 1, 1}, {2, 3, 1}};

static view combine(int half, view m, operand o, double *restrict sum) {
    const view x = quarter(m, half, o.first / 2, o.first % 2), y = quarter(m, half, o.second / 2, o.second % 2);
    if (o.sign == 0.0)
        return x;
    for (int i = 0; i < half; i++)
        for (int j = 0; j < half; j++)
            sum[(size_t)i * half + j] = x.at[(size_t)i * x.stride + j] + o.sign * y.at[(size_t)i * y.stride + j];
    return (view){sum, half};
}

static void multiply(int n, view a, view b, view c) {
    if (n <= CUTOFF) {
        multiply_serial(n, a, b, c);
        return;
    }
    const int half = n / 2;
    const size_t elements = (size_t)half * half;
    double *products = kernel_alloc(PRODUCTS * elements, sizeof *products);
    for (int p = 0; p < PRODUCTS; p++) {
#pragma omp task
        {
            double *sums = kernel_alloc(2 * elements, sizeof *sums);
            const view left = combine(half, a, left_operands[p], sums);
            const view right = combine(half, b, right_operands[p], sums + elements);
            multiply(half, left, right, (view){products + p * elements, half});
            free(sums);
        }
    }
#pragma omp taskwait
    for (int i = 0; i < half; i++) {
        double *restrict upper = c.at + (size_t)i * c.stride, *restrict lower = upper + (size_t)half * c.stride;
        for (int j = 0; j < half; j++) {
            const double *m = products + (size_t)i * half + j;
            const double m1 = m[0], m2 = m[elements], m3 = m[2 * elements], m4 = m[3 * elements];
            upper[j] = m1 + m4 - m[4 * elements] + m[6 * elements];
            upper[half + j] = m3 + m[4 * elements];
            lower[j] = m2 + m4;
            lower[half + j] = m1 - m2 + m3 + m[5 * elements];
        }
    }
    free(products);
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
    const kernel k = kernel_begin("strassen", argc, argv);
    const int n = kernel_pick(k, 256, 1024, 2304);
    const size_t elements = (size_t)n * n;
    double *a = kernel_alloc(elements, sizeof *a);
    double *b = kernel_alloc(elements, sizeof *b);
    double *c = kernel_alloc(elements, sizeof *c);
    uint64_t seed = 2;
    for (size_t i = 0; i < elements; i++) {
        a[i] = kernel_random_real(&seed);
        b[i] = kernel_random_real(&seed);
    }

#pragma omp parallel
#pragma omp single
    multiply(n, (view){a, n}, (view){b, n}, (view){c, n});

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
