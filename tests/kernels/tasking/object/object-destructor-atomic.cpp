// The objects are counted atomically.
//@ twin: object-destructor.cpp
//@ guarantee: this lock order only
#include <cstdio>

int alive;

static __attribute__((noinline)) void count(int by) {
#pragma omp atomic
    alive += by;
}

struct Counted {
    int value = 0;
    Counted() { count(1); }
    Counted(const Counted &other) : value(other.value) { count(1); }
    ~Counted() { count(-1); }
};

int out[2];

int main() {
    Counted counted;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task firstprivate(counted)
        out[i] = counted.value + i;
    }
    std::printf("%d %d\n", out[1], alive);
}
