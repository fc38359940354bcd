// Two tasks release their results by counting up, a third one waits for both counts. The second count leaves the
// first one in effect: who reads the sum follows both.
//@ twin: atomic-release-relaxed.cpp
//@ options: team=4
//@ guarantee: this lock order only
#include <atomic>
#include <cstdio>

std::atomic<int> done;
int one, two, sum;

int main() {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            one = 1;
            done.fetch_add(1, std::memory_order_release);
        }
#pragma omp task
        {
            two = 2;
            done.fetch_add(1, std::memory_order_release);
        }
#pragma omp task
        {
            while (done.load(std::memory_order_acquire) < 2) {
            }
            sum = one + two;
        }
    }
    std::printf("%d\n", sum);
}
