// Tasks and threads share what std::call_once makes. What the maker did before is its own.
//@ twin: cxx-call-once-bypassed.cpp
//@ guarantee: this lock order only
#include <cstdio>
#include <mutex>

std::once_flag flag;
int scale, out[8];

static int scaled(int x) {
    std::call_once(flag, [] { scale = 3; });
    return scale * x;
}

int main() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task
        out[i] = scaled(i);
    }
    std::printf("%d\n", out[7]);
}
