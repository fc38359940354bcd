// The frames that the exception goes through do not wait for their tasks.
//@ twin: exception-in-task.cpp
#include <cstdio>
#include <stdexcept>

int x, y, seen;

static __attribute__((noinline)) void fail(int depth) {
#pragma omp task
    x += depth; //~ race r1 write, race r1 write, race r2 write
    if (depth == 3)
        throw std::runtime_error("no");
    fail(depth + 1);
}

int main() {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            try {
                fail(0);
            } catch (const std::runtime_error &) {
                y = x; //~ race r2 read
            }
        }
#pragma omp taskwait
        seen = y;
    }
    std::printf("%d\n", seen);
}
