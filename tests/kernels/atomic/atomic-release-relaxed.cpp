// One of two tasks counts up without release order: who has read the sum knows nothing of what that task did.
//@ twin: atomic-release-counted.cpp
//@ options: team=4
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
            two = 2; //~ race r1 write
            done.fetch_add(1, std::memory_order_relaxed);
        }
#pragma omp task
        {
            while (done.load(std::memory_order_acquire) < 2) {
            }
            sum = one;
            sum += two; //~ race r1 read
        }
    }
    std::printf("%d\n", sum);
}
