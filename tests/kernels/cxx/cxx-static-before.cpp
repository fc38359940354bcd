// What a task does before it initialises a static variable is not ordered with others that find the variable
// initialised: in another run one of them might have been the first.
//@ twin: cxx-static-inside.cpp
#include <cstdio>

int scale;

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

int out;

int main() {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            scale = 2; //~ race r1 write
            table();
        }
#pragma omp task
        out = table().squares[3] * scale; //~ race r1 read
    }
    std::printf("%d\n", out);
}
