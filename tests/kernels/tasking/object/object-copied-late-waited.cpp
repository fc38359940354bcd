// The creator waits for the first task before it copies the object for the second.
//@ twin: object-copied-late.cpp
#include <cstdio>

struct Point {
    int x = 1, y = 2;
    Point() = default;
    __attribute__((noinline)) Point(const Point &other) {
        x = other.x;
        y = other.y;
    }
    __attribute__((noinline)) void move(int by) {
        y += by;
    }
};

int out;

int main() {
    Point point;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(point)
        point.move(1);
#pragma omp taskwait
#pragma omp task firstprivate(point)
        out = point.y;
    }
    std::printf("%d\n", out);
}
