// The dependence is on the member.
//@ twin: object-member.cpp
#include <cstdio>

struct Solver {
    int state = 0, result = 0;
    void run() {
#pragma omp task depend(out : this->state)
        state = 1;
#pragma omp task depend(in : this->state)
        result = state;
    }
};

int main() {
    Solver solver;
#pragma omp parallel
#pragma omp single
    solver.run();
    std::printf("%d\n", solver.result);
}
