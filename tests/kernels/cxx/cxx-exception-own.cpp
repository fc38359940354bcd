// Exceptions unwind several frames inside a task, and calls go on afterwards.
//@ twin: cxx-exception-shared.cpp
#include <cstdio>
#include <stdexcept>

int failures[20];

static int dig(int i, int depth) {
    int local[4] = {i, depth, 0, 0};
    if (depth == 0 && i % 2 == 1)
        throw std::runtime_error("odd");
    if (depth > 0)
        local[2] = dig(i, depth - 1);
    return local[0] + local[1] + local[2];
}

static int guarded(int i) {
    int result = 0;
    for (int round = 0; round < 3; round++) {
        try {
            result += dig(i, 5);
        } catch (const std::runtime_error &) {
            result -= 1;
        }
    }
    return result;
}

int main() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task
        failures[i] = guarded(i);
    }
    std::printf("%d %d\n", failures[18], failures[19]);
}
