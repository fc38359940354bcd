// n tasks in fans: a thousand read what one has written, and one follows them all. Each of the
// thousand also goes on with an element of its own.
#include "curve.h"

enum { WIDTH = 1000 };

int main(int argc, char **argv) {
    const long n = curve_begin("fan", argc, argv);
    const long fans = (n + WIDTH - 1) / WIDTH;
    static uint64_t own[WIDTH], expected[WIDTH];
    uint64_t x = 1, y = 1;

#pragma omp parallel
#pragma omp single
    for (long fan = 0; fan < fans; fan++) {
#pragma omp task shared(x) firstprivate(fan) depend(inout : x)
        x = x * 5 + (uint64_t)fan;
        for (int i = 0; i < WIDTH; i++) {
#pragma omp task shared(x) firstprivate(i) depend(in : x) depend(inout : own[i])
            own[i] = own[i] * 3 + x;
        }
    }

    for (long fan = 0; fan < fans; fan++) {
        y = y * 5 + (uint64_t)fan;
        for (int i = 0; i < WIDTH; i++)
            expected[i] = expected[i] * 3 + y;
    }
    uint64_t got = x, wanted = y;
    for (int i = 0; i < WIDTH; i++) {
        got = got * 31 + own[i];
        wanted = wanted * 31 + expected[i];
    }
    return curve_end("fan", n, got, wanted);
}
