// Two tasks call a virtual function on one object.
//@ twin: cxx-virtual-own-object.cpp
#include <cstdio>
#include <memory>

struct Shape {
    virtual ~Shape() = default;
    virtual void grow(int by) = 0;
    int size = 0;
};

struct Circle : Shape {
    void grow(int by) override {
        size += by; //~ race r1 write, race r1 write
    }
};

int main() {
    std::unique_ptr<Shape> shape = std::make_unique<Circle>();
    Shape *raw = shape.get();
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        raw->grow(1);
#pragma omp task
        raw->grow(2);
    }
    std::printf("%d\n", raw->size);
}
