// The function waits, and then destroys its object.
//@ twin: scope-object.cpp
#include <cstdio>

int out;

struct Resource {
    int value;
    __attribute__((noinline)) explicit Resource(int value) : value(value) {}
    __attribute__((noinline)) ~Resource() {
        value = 0;
    }
};

static __attribute__((noinline)) void start() {
    Resource resource(1);
#pragma omp task shared(resource)
    out = resource.value;
#pragma omp taskwait
}

int main() {
#pragma omp parallel
#pragma omp single
    start();
    std::printf("%d\n", out);
}
