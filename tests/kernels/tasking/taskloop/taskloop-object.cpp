// Each task of the loop has an object of its own, made by its copy constructor when libomp duplicates the task; there are so many that it
// does so in tasks of its own.
//@ twin: taskloop-object-shared.cpp
#include <cstdio>

struct Accumulator {
    int *values;
    Accumulator() : values(new int[4]()) {}
    Accumulator(const Accumulator &other) : values(new int[4]) {
        for (int i = 0; i < 4; i++)
            values[i] = other.values[i];
    }
    ~Accumulator() { delete[] values; }
    void add(int value) { values[value % 4] += value; }
    int sum() const { return values[0] + values[1] + values[2] + values[3]; }
};

enum { SIZE = 60 };

int out[SIZE];

int main() {
    Accumulator accumulator;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(30) firstprivate(accumulator)
    for (int i = 0; i < SIZE; i++) {
        accumulator.add(i);
        out[i] = accumulator.sum();
    }
    std::printf("%d\n", out[SIZE - 1]);
}
