// An initialiser fails, and the next task tries again. The attempts exclude each other, so they may count themselves.
//@ twin: cxx-static-fails-outside.cpp
//@ guarantee: this lock order only
#include <cstdio>

int attempts;

struct Resource {
    int number;
    Resource() {
        if (++attempts < 3)
            throw attempts;
        number = attempts;
    }
};

static const Resource &resource() {
    static Resource instance;
    return instance;
}

int out[8];

int main() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task
        try {
            out[i] = resource().number;
        } catch (int) {
        }
    }
    std::printf("%d\n", out[7]);
}
