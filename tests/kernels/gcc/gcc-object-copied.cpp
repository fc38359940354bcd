// Each task has a copy of the object, made by a function of gcc's that calls the copy constructor.
//@ twin: gcc-object-shared.cpp
//@ compiler: gcc
#include <cstdio>

struct Counter {
    int value = 0;
    int padding[30] = {};
    Counter() = default;
    Counter(const Counter &other) : value(other.value) {}
    void count() { value = value + 1; }
};

int main() {
#pragma omp parallel
#pragma omp single
    {
        Counter counter;
        for (int i = 0; i < 3; i++) {
#pragma omp task firstprivate(counter)
            counter.count();
        }
#pragma omp taskwait
        std::printf("value = %d\n", counter.value);
    }
    return 0;
}
