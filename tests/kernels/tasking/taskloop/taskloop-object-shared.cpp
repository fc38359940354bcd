// The copy constructor copies the pointer only, so all tasks of the loop add into one array.
//@ twin: taskloop-object.cpp
#include <cstdio>

struct Accumulator {
    int *values;
    explicit Accumulator(int *values) : values(values) {}
    Accumulator(const Accumulator &other) : values(other.values) {}
    __attribute__((noinline)) void add(int value) { values[value % 4] += value; } //~ race r1 write, race r1 write
};

enum { SIZE = 60 };

int main() {
    int values[4] = {0, 0, 0, 0};
    Accumulator accumulator(values);
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(30) firstprivate(accumulator)
    for (int i = 0; i < SIZE; i++)
        accumulator.add(i);
    std::printf("%d\n", values[0]);
}
