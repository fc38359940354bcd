// Two tasks go over two halves of a vector.
//@ twin: hoist-vector-own-hit.cpp
#include <cstdio>
#include <vector>

volatile int half = 25;

static void fill(std::vector<int> &numbers, size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        numbers[i] = static_cast<int>(i);
}

int main() {
    std::vector<int> numbers(50);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(numbers)
        fill(numbers, 0, half);
#pragma omp task shared(numbers)
        fill(numbers, half, numbers.size());
    }
    std::printf("%d\n", numbers[3]);
}
