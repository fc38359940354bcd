// Atomics of the C++ library are used by all threads.
//@ twin: atomics-std-member.cpp
//@ options: team=4
//@ guarantee: this lock order only
#include <atomic>
#include <cstdio>

std::atomic<int> count{0};
std::atomic<double> sum{0.0};

int main() {
#pragma omp parallel
    {
        count.fetch_add(1, std::memory_order_relaxed);
        double old = sum.load();
        while (!sum.compare_exchange_weak(old, old + 0.5)) {
        }
    }
    std::printf("%d\n", count.load());
    return 0;
}
