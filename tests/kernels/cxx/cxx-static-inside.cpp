// What is done inside the initialiser of a static variable is done when the others go on, also to other variables.
//@ twin: cxx-static-before.cpp
//@ guarantee: this lock order only
#include <cstdio>

int scale;

struct Table {
    int squares[4];
    Table() {
        scale = 2;
        for (int i = 0; i < 4; i++)
            squares[i] = i * i;
    }
};

static const Table &table() {
    static Table instance;
    return instance;
}

int out;

int main() {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        table();
#pragma omp task
        out = table().squares[3] * scale;
    }
    std::printf("%d\n", out);
}
