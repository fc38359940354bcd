// The task uses an object that the function destroys when it returns; the destructor writes it.
//@ twin: scope-object-waited.cpp
#include <cstdio>

int out;

struct Resource {
    int value;
    __attribute__((noinline)) explicit Resource(int value) : value(value) {}
    __attribute__((noinline)) ~Resource() {
        value = 0; //~ race r1 write
    }
};

static __attribute__((noinline)) void start() {
    Resource resource(1);
#pragma omp task shared(resource)
    out = resource.value; //~ race r1 read
}

int main() {
#pragma omp parallel
#pragma omp single
    start();
    std::printf("%d\n", out);
}
