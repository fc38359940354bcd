// A function creates a task and throws; the caller catches the exception and uses what the task writes.
//@ twin: exception-after-create-waited.cpp
#include <cstdio>
#include <stdexcept>

int x, seen;

static __attribute__((noinline)) void start(bool fail) {
#pragma omp task
    x = 1; //~ race r1 write
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
            seen = x; //~ race r1 read
        }
    }
    std::printf("%d\n", seen);
}
