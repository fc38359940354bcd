// Fast Fourier transform, recursive in radix 2, there and back: halves in parallel, then their butterflies in parallel.
//
// Stands for the divide-and-conquer kernels with a strided access pattern: a task's input is spread over the whole array, element
// by element between other tasks' input. The way back must give the input, and two frequencies are summed by the definition.
#include "kernel.h"

enum { TRANSFORM_CUTOFF = 1024, BUTTERFLY_CUTOFF = 4096, CHECKED_AT_ONCE = 1024, FREQUENCIES = 2 };

typedef struct {
    double re, im;
} complex;

static complex times(complex a, complex b) { return (complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

// Of a transform of length n: unit[i] is the i-th power of the n-th root of unity, i below n / 2; on the way back its conjugate.
typedef struct {
    size_t n;
    const complex *unit;
    double sign;
} plan;

static complex power(const plan *p, size_t i) { return (complex){p->unit[i].re, p->sign * p->unit[i].im}; }

// Joins the transforms of the even and the odd elements, which are the halves of out, from begin to end of either.
static void butterflies(const plan *p, complex *out, size_t n, size_t begin, size_t end) {
    const size_t step = p->n / n;
    for (size_t i = begin; i < end; i++) {
        const complex even = out[i], odd = times(power(p, i * step), out[i + n / 2]);
        out[i] = (complex){even.re + odd.re, even.im + odd.im};
        out[i + n / 2] = (complex){even.re - odd.re, even.im - odd.im};
    }
}

static void transform_serial(const plan *p, const complex *in, size_t stride, complex *out, size_t n) {
    if (n == 1) {
        *out = *in;
        return;
    }
    transform_serial(p, in, 2 * stride, out, n / 2);
    transform_serial(p, in + stride, 2 * stride, out + n / 2, n / 2);
    butterflies(p, out, n, 0, n / 2);
}

static void transform(const plan *p, const complex *in, size_t stride, complex *out, size_t n) {
    if (n <= TRANSFORM_CUTOFF) {
        transform_serial(p, in, stride, out, n);
        return;
    }
#pragma omp task
    transform(p, in, 2 * stride, out, n / 2);
#pragma omp task
    transform(p, in + stride, 2 * stride, out + n / 2, n / 2);
#pragma omp taskwait
    for (size_t begin = 0; begin < n / 2; begin += BUTTERFLY_CUTOFF) {
        const size_t end = begin + BUTTERFLY_CUTOFF < n / 2 ? begin + BUTTERFLY_CUTOFF : n / 2;
#pragma omp task
        butterflies(p, out, n, begin, end);
    }
#pragma omp taskwait
}

// By symmetry from an eighth of the circle: the sines would else cost as much as the transforms.
static void fill_units(complex *unit, size_t n) {
    for (size_t i = 0; i <= n / 8; i++) {
        const double angle = 2.0 * KERNEL_PI * (double)i / (double)n, c = cos(angle), s = sin(angle);
        unit[i] = (complex){c, -s};
        unit[n / 4 - i] = (complex){s, -c};
        unit[n / 4 + i] = (complex){-s, -c};
        if (i > 0)
            unit[n / 2 - i] = (complex){-c, -s};
    }
}

static complex random_complex(uint64_t *seed) {
    const double re = kernel_random_real(seed), im = kernel_random_real(seed);
    return (complex){re, im};
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("fft", argc, argv);
    const size_t n = (size_t)1 << kernel_pick(k, 16, 20, 23);
    complex *signal = kernel_alloc(n, sizeof *signal), *spectrum = kernel_alloc(n, sizeof *spectrum);
    complex *unit = kernel_alloc(n / 2, sizeof *unit);
    fill_units(unit, n);
    uint64_t seed = 1;
    for (size_t i = 0; i < n; i++)
        signal[i] = random_complex(&seed);
    const plan there = {n, unit, 1.0}, home = {n, unit, -1.0};

#pragma omp parallel
#pragma omp single
    {
        transform(&there, signal, 1, spectrum, n);
        transform(&home, spectrum, 1, signal, n);
    }

    // The generator repeats the input, chunk by chunk, so that it need not be kept.
    complex *input = kernel_alloc(CHECKED_AT_ONCE, sizeof *input), sums[FREQUENCIES] = {{0, 0}};
    const size_t frequencies[FREQUENCIES] = {1, n / 3};
    double result = 0.0;
    seed = 1;
    for (size_t begin = 0; begin < n; begin += CHECKED_AT_ONCE) {
        for (size_t i = 0; i < CHECKED_AT_ONCE; i++) {
            input[i] = random_complex(&seed);
            signal[begin + i].re /= (double)n, signal[begin + i].im /= (double)n;
            for (int f = 0; f < FREQUENCIES; f++) {
                const size_t turned = (begin + i) * frequencies[f] % n;
                const complex term = times(input[i], unit[turned % (n / 2)]);
                const double sign = turned < n / 2 ? 1.0 : -1.0; // half a turn further
                sums[f].re += sign * term.re, sums[f].im += sign * term.im;
            }
        }
        result += kernel_expect_vector(k, 2 * CHECKED_AT_ONCE, &signal[begin].re, &input->re);
    }
    for (int f = 0; f < FREQUENCIES; f++)
        kernel_expect_vector(k, 2, &spectrum[frequencies[f]].re, &sums[f].re);
    free(signal), free(spectrum), free(unit), free(input);
    return kernel_ok_real(k, result);
}
