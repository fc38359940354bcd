// Whoever comes to std::call_once first runs the initialiser, but what it did before is not part of it: another
// task might have come first.
//@ twin: cxx-call-once-passed.cpp
#include <cstdio>
#include <mutex>

std::once_flag flag;
int scale, step, out[2];

int main() {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            step = 1; //~ race r1 write
            std::call_once(flag, [] { scale = 3; });
        }
#pragma omp task
        {
            std::call_once(flag, [] { scale = 3; });
            out[0] = scale + step; //~ race r1 read
        }
    }
    std::printf("%d\n", out[0]);
}
