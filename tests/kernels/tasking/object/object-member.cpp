// Tasks in a member function use the members of the one object.
//@ twin: object-member-depend.cpp
#include <cstdio>

struct Solver {
    int state = 0, result = 0;
    void run() {
#pragma omp task
        state = 1; //~ race r1 write
#pragma omp task
        result = state; //~ race r1 read
    }
};

int main() {
    Solver solver;
#pragma omp parallel
#pragma omp single
    solver.run();
    std::printf("%d\n", solver.result);
}
