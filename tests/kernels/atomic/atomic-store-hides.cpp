// A store takes the place of an update that released something: who reads what was stored follows the store alone.
//@ twin: atomic-store-follows.cpp
#include <atomic>
#include <cstdio>

std::atomic<int> state;
int one, two, sum;

int main() {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            one = 1; //~ race r1 write
            state.fetch_add(1, std::memory_order_release);
        }
#pragma omp task
        {
            two = 2;
            state.store(5, std::memory_order_release);
        }
#pragma omp task
        {
            while (state.load(std::memory_order_acquire) < 5) {
            }
            sum = two;
            sum += one; //~ race r1 read
        }
    }
    std::printf("%d\n", sum);
}
