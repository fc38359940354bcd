// The exception is thrown and caught inside of the task, through frames that have tasks of their own; their order is not affected.
//@ twin: exception-in-task-no-wait.cpp
#include <cstdio>
#include <stdexcept>

int x, y, seen;

static __attribute__((noinline)) void fail(int depth) {
#pragma omp task
    x += depth;
#pragma omp taskwait
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
                y = x;
            }
        }
#pragma omp taskwait
        seen = y;
    }
    std::printf("%d\n", seen);
}
