// A task has children that read what the initialiser of a static variable writes. It asks for the variable first, so
// they need not.
//@ twin: cxx-static-bypassed.cpp
//@ guarantee: this lock order only
#include <cstdio>

int scale;

struct Table {
    Table() { scale = 2; }
};

static Table &table() {
    static Table instance;
    return instance;
}

int out[2];

int main() {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        table();
#pragma omp task
        {
            table();
#pragma omp task
            out[0] = scale;
#pragma omp task
            out[1] = scale;
        }
    }
    std::printf("%d\n", out[0]);
}
