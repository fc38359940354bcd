// An exception takes the variable away before the function comes to its taskwait.
//@ twin: scope-exception-caught.cpp
//@ says: Use after scope: task
#include <cstdio>
#include <stdexcept>

int out;

static __attribute__((noinline)) void start(bool fail) {
    int local = 1;
#pragma omp task shared(local)
    out = local; //~ race r1 read
    if (fail)
        throw std::runtime_error("no");
#pragma omp taskwait
}

int main() {
#pragma omp parallel
#pragma omp single
    {
        try {
            start(true); //~ race r1 return
        } catch (const std::runtime_error &) {
        }
    }
    std::printf("%d\n", out);
}
