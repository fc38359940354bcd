// Two tasks go over two halves of a vector with iterators.
//@ twin: hoist-iterators-hit.cpp
#include <cstdio>
#include <vector>

volatile int half = 25;

template <typename Iterator> static void put(Iterator from, Iterator to, double value) {
    for (; from != to; ++from)
        *from = value;
}

int main() {
    std::vector<double> numbers(50);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(numbers)
        put(numbers.begin(), numbers.begin() + half, 1);
#pragma omp task shared(numbers)
        put(numbers.begin() + half, numbers.end(), 2);
    }
    std::printf("%g\n", numbers[3]);
}
