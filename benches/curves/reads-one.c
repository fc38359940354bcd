// n sibling tasks that are not joined read one location; a single taskwait joins them, and the location is written.
#include "curve.h"

int main(int argc, char **argv) {
    const long n = curve_begin("reads-one", argc, argv);
    static uint64_t x = 7;
    uint64_t wrong = 0;

#pragma omp parallel
#pragma omp single
    {
        for (long i = 0; i < n; i++) {
#pragma omp task shared(x, wrong)
            if (x != 7)
                wrong = 1;
        }
#pragma omp taskwait
        x += 1;
    }
    return curve_end("reads-one", n, x + wrong, 8);
}
