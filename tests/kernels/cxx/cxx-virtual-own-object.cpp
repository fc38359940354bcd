// Tasks make, use and destroy objects with virtual functions, one after the other at the same addresses.
//@ twin: cxx-virtual-same-object.cpp
#include <cstdio>
#include <memory>

struct Shape {
    virtual ~Shape() = default;
    virtual void grow(int by) = 0;
    int size = 0;
};

struct Circle : Shape {
    void grow(int by) override {
        size += by;
    }
};

struct Square : Shape {
    void grow(int by) override {
        size += 2 * by;
    }
};

int sizes[20];

int main() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task
        {
            std::unique_ptr<Shape> shape;
            if (i % 2 == 0)
                shape = std::make_unique<Circle>();
            else
                shape = std::make_unique<Square>();
            shape->grow(i);
            sizes[i] = shape->size;
        }
    }
    std::printf("%d %d\n", sizes[18], sizes[19]);
}
