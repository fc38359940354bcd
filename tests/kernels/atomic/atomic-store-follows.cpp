// A store takes the place of an update that released something, but its task follows that update: who reads what was
// stored follows both.
//@ twin: atomic-store-hides.cpp
//@ guarantee: this lock order only
#include <atomic>
#include <cstdio>

std::atomic<int> state;
int one, two, sum;

int main() {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : one)
        {
            one = 1;
            state.fetch_add(1, std::memory_order_release);
        }
#pragma omp task depend(in : one)
        {
            two = 2;
            state.store(5, std::memory_order_release);
        }
#pragma omp task
        {
            while (state.load(std::memory_order_acquire) < 5) {
            }
            sum = two;
            sum += one;
        }
    }
    std::printf("%d\n", sum);
}
