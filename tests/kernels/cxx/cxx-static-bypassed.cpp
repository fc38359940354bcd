// A task reads what the initialiser of a static variable writes, without asking for the variable first.
//@ twin: cxx-static-passed.cpp
#include <cstdio>

int scale;

struct Table {
    Table() { scale = 2; } //~ race r1 write
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
            out[0] = scale;
        }
#pragma omp task
        out[1] = scale; //~ race r1 read
    }
    std::printf("%d\n", out[0]);
}
