// A task throws and catches; the handler writes a variable that its sibling writes, too.
//@ twin: cxx-exception-own.cpp
#include <cstdio>
#include <stdexcept>

int failures;

static void attempt(int i) {
    if (i % 2 == 1)
        throw std::runtime_error("odd");
}

static void guarded(int i) {
    try {
        attempt(i);
    } catch (const std::runtime_error &) {
        failures = i; //~ race r1 write, race r1 write
    }
}

int main() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        guarded(i);
    }
    std::printf("%d\n", failures);
}
