// An exception is thrown and caught inside of a task, and the creator waits for it.
//@ twin: gcc-exception.cpp
//@ compiler: gcc
#include <cstdio>

int x;

static __attribute__((noinline)) void fail() {
    throw 1;
}

int main() {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            try {
                fail();
            } catch (int value) {
                x = value;
            }
        }
#pragma omp taskwait
        seen = x;
    }
    std::printf("%d\n", seen);
}
