// A pipeline: each buffer passes through all stages in order, each stage takes the buffers in order.
//
// Stands for the pipelines of the depend suites: a grid of tasks with two chains through each of them, one by the data and one by
// the stage's memory of what it saw last. A stage is the filter y[i] = x[i] + c y[i-1] over the whole stream, so all stages together
// are undone by one polynomial in the c's, which checks every sixteenth buffer.
#include "kernel.h"

enum { STAGES = 24, BUFFER = 8192, CHECK_EVERY = 16 };

typedef struct {
    uint64_t factor, last;
} stage;

// Arithmetic modulo 2^64 is exact, so the check is too.
static void filter(stage *restrict s, uint64_t *restrict buffer) {
    uint64_t last = s->last;
    for (int i = 0; i < BUFFER; i++)
        buffer[i] = last = buffer[i] + s->factor * last;
    s->last = last;
}

static void fill(uint64_t seed, uint64_t *buffer) {
    for (int i = 0; i < BUFFER; i++)
        buffer[i] = kernel_random(&seed);
}

static void run(int buffers, stage *stages, uint64_t *stream) {
    for (int b = 0; b < buffers; b++) {
        uint64_t *buffer = stream + (size_t)b * BUFFER;
#pragma omp task depend(out : *buffer)
        fill((uint64_t)b, buffer);
        for (int s = 0; s < STAGES; s++) {
            stage *mine = stages + s;
#pragma omp task depend(inout : *buffer, *mine)
            filter(mine, buffer);
        }
    }
#pragma omp taskwait
}

// taps = the product of (1 - c z) over all stages, by increasing power of the delay z.
static void invert(const stage *stages, uint64_t taps[STAGES + 1]) {
    for (int t = 0; t <= STAGES; t++)
        taps[t] = t == 0;
    for (int s = 0; s < STAGES; s++)
        for (int t = s + 1; t > 0; t--)
            taps[t] -= stages[s].factor * taps[t - 1];
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("pipeline", argc, argv);
    const int buffers = kernel_pick(k, 48, 640, 5600);
    uint64_t *stream = kernel_alloc((size_t)buffers * BUFFER, sizeof *stream);
    stage stages[STAGES];
    uint64_t seed = 1;
    for (int s = 0; s < STAGES; s++)
        stages[s] = (stage){kernel_random(&seed), 0};

#pragma omp parallel
#pragma omp single
    run(buffers, stages, stream);

    uint64_t taps[STAGES + 1], checksum = 0;
    uint64_t *input = kernel_alloc(BUFFER, sizeof *input);
    invert(stages, taps);
    for (int b = buffers - 1; b >= 0; b -= CHECK_EVERY) {
        fill((uint64_t)b, input);
        for (int i = 0; i < BUFFER; i++) {
            const size_t at = (size_t)b * BUFFER + i;
            uint64_t sum = 0;
            for (size_t t = 0; t <= STAGES && t <= at; t++)
                sum += taps[t] * stream[at - t];
            kernel_expect(k, (long long)sum, (long long)input[i]);
            checksum ^= stream[at];
        }
    }
    free(stream), free(input);
    return kernel_ok(k, (long long)(checksum >> 1));
}
