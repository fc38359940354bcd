// The task has a copy of the object, made by its copy constructor when the task was created.
//@ twin: cxx-shared-object.cpp
#include <cstdio>

struct Buffer {
    int values[4] = {1, 2, 3, 4};
    Buffer() = default;
    Buffer(const Buffer &other) {
        for (int i = 0; i < 4; i++)
            values[i] = other.values[i];
    }
    ~Buffer() {
        clear();
    }
    void clear() {
        for (int &value : values)
            value = 0;
    }
    int sum() const {
        int total = 0;
        for (int value : values)
            total += value;
        return total;
    }
};

int outs[5];

int main() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 5; i++) {
        Buffer buffer;
#pragma omp task firstprivate(buffer)
        outs[i] = buffer.sum();
        buffer.clear();
    }
    std::printf("%d\n", outs[4]);
}
