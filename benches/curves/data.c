// A fixed number of tasks write n bytes, and after they are joined as many tasks read what others have written.
#include "curve.h"

enum { TASKS = 16 };

int main(int argc, char **argv) {
    const long n = curve_begin("data", argc, argv);
    const long part = n / (long)sizeof(uint64_t) / TASKS;
    uint64_t *words = curve_alloc((size_t)part * TASKS * sizeof *words + 1), sums[TASKS] = {0}, total = 0;

#pragma omp parallel
#pragma omp single
    {
        for (long t = 0; t < TASKS; t++) {
#pragma omp task firstprivate(t)
            for (long i = t * part; i < (t + 1) * part; i++)
                words[i] = (uint64_t)i;
        }
#pragma omp taskwait
        for (long t = 0; t < TASKS; t++) {
#pragma omp task firstprivate(t) shared(sums)
            {
                const long other = (t + 1) % TASKS;
                uint64_t sum = 0;
                for (long i = other * part; i < (other + 1) * part; i++)
                    sum += words[i];
                sums[t] = sum;
            }
        }
    }

    for (long t = 0; t < TASKS; t++)
        total += sums[t];
    free(words);
    const uint64_t count = (uint64_t)part * TASKS;
    return curve_end("data", n, total, count ? count * (count - 1) / 2 : 0);
}
