// A static variable of a function is initialised once, and used by many tasks, which also count in it.
//@ twin: compaction-static-init.cpp
//@ args: 60
//@ recorded-args: 1
#include <cstdio>
#include <cstdlib>


struct Table {
    int scale, uses;
    Table() : scale(2), uses(0) {}
};

static Table &table() {
    static Table instance;
    return instance;
}

int elements[1000], last;

int main(int argc, char **argv) {
    int batches = argc > 1 ? std::atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            elements[0] = table().scale;
            table().uses = 1; //~ race r1 write
        }
        for (int batch = 0; batch < batches; batch++) {
#pragma omp taskgroup
            for (int i = 1; i < 1000; i++) {
#pragma omp task
                elements[i] = table().scale;
            }
        }
#pragma omp task
        {
            last = table().scale;
            table().uses = 2; //~ race r1 write
        }
    }
    std::printf("%d %d\n", last, table().uses);
}
