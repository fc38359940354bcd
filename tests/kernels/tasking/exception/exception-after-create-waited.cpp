// The handler waits for the tasks that were created before the exception.
//@ twin: exception-after-create.cpp
#include <cstdio>
#include <stdexcept>

int x, seen;

static __attribute__((noinline)) void start(bool fail) {
#pragma omp task
    x = 1;
    if (fail)
        throw std::runtime_error("no");
}

int main() {
#pragma omp parallel
#pragma omp single
    {
        try {
            start(true);
        } catch (const std::runtime_error &) {
#pragma omp taskwait
            seen = x;
        }
    }
    std::printf("%d\n", seen);
}
