// The object is captured by reference: its creator destroys its content while the task may still read it.
//@ twin: cxx-copied-object.cpp
#include <cstdio>

struct Buffer {
    int values[4] = {1, 2, 3, 4};
    void clear() {
        for (int &value : values)
            value = 0; //~ race r1 write
    }
    int sum() const {
        int total = 0;
        for (int value : values) //~ race r1 read
            total += value;
        return total;
    }
};

int out;

int main() {
#pragma omp parallel
#pragma omp single
    {
        Buffer buffer;
#pragma omp task shared(buffer)
        out = buffer.sum();
        buffer.clear();
#pragma omp taskwait
    }
    std::printf("%d\n", out);
}
