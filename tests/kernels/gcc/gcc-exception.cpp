// An exception is thrown and caught inside of a task, which writes before and after; nobody waits for it.
//@ twin: gcc-exception-waited.cpp
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
                x = value; //~ race r1 write
            }
        }
        seen = x; //~ race r1 read
    }
    std::printf("%d\n", seen);
}
