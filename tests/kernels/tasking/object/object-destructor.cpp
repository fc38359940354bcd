// The objects of the tasks are destroyed at the end of each task, and their destructors count in one variable.
//@ twin: object-destructor-atomic.cpp
#include <cstdio>

int alive;

static __attribute__((noinline)) void count(int by) {
    alive += by; //~ race r1 write, race r1 write
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
