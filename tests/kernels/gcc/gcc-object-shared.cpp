// Both tasks count in the same object.
//@ twin: gcc-object-copied.cpp
//@ compiler: gcc
#include <cstdio>

struct Counter {
    int value = 0;
    int padding[30] = {};
    Counter() = default;
    Counter(const Counter &other) : value(other.value) {}
    void count() { value = value + 1; } //~ race r1 write, race r1 write, race r2 read, race r2 write
};

int main() {
#pragma omp parallel
#pragma omp single
    {
        Counter counter;
        for (int i = 0; i < 3; i++) {
#pragma omp task shared(counter)
            counter.count();
        }
#pragma omp taskwait
        std::printf("value = %d\n", counter.value);
    }
    return 0;
}
