// A static variable is made by the first task that needs it. C++ lets the others wait until it is there, so nobody
// sees it unfinished, whichever task comes first.
//@ twin: cxx-static-counter.cpp
//@ guarantee: this lock order only
#include <cstdio>

struct Table {
    int squares[4];
    Table() {
        for (int i = 0; i < 4; i++)
            squares[i] = i * i;
    }
};

static const Table &table() {
    static Table instance;
    return instance;
}

int out[8];

int main() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task
        out[i] = table().squares[i % 4];
    }
    std::printf("%d\n", out[7]);
}
