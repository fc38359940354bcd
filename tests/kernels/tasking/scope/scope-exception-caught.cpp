// The exception is caught where the variable still lives, and then the function waits.
//@ twin: scope-exception.cpp
#include <cstdio>
#include <stdexcept>

int out;

static __attribute__((noinline)) void start(bool fail) {
    int local = 1;
#pragma omp task shared(local)
    out = local;
    try {
        if (fail)
            throw std::runtime_error("no");
    } catch (const std::runtime_error &) {
    }
#pragma omp taskwait
}

int main() {
#pragma omp parallel
#pragma omp single
    start(true);
    std::printf("%d\n", out);
}
