// The copy constructor of the second task's object reads the original in the creator, while the first task may write it.
//@ twin: object-copied-late-waited.cpp
#include <cstdio>

struct Point {
    int x = 1, y = 2;
    Point() = default;
    __attribute__((noinline)) Point(const Point &other) {
        x = other.x;
        y = other.y; //~ race r1 read
    }
    __attribute__((noinline)) void move(int by) {
        y += by; //~ race r1 write
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
#pragma omp task firstprivate(point)
        out = point.y;
    }
    std::printf("%d\n", out);
}
